// Standings as a table of text, as CSV and as JSON.
#pragma once

#include "host/tournament/standings.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace host {

/// Rows of cells, the heading first: what the text and the page show. Columns that say nothing of such matches are left
/// out, as ratings where each strategy plays alone.
std::vector<std::vector<std::string>> standings_cells(const StandingsTable& table);

/// A caption line, the table, and how many seats failed, on which seeds and why, as far as they are listed.
std::string standings_text(const StandingsTable& standings);

/// One failure: "mybot, seed 7 (run 3, match 12): crash: ...".
std::string failure_line(const StandingsTable& table, const FailedSeat& failure);

/// "2 strategies, 200 matches on 100 seeds".
std::string standings_size(const StandingsTable& table);

/// All numbers, a line for each strategy, the names of the columns first (csv.hpp).
std::string standings_csv(const StandingsTable& table);

/// The same and the failures as a JSON object.
nlohmann::ordered_json standings_json(const StandingsTable& table);

}  // namespace host

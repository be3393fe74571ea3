// Standings as a table of text, as CSV and as JSON.
#pragma once

#include "host/tournament/standings.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace host {

/// Returns rows of cells, the heading first, for the text and the page. Omits columns that do not apply to such
/// matches, such as ratings if each strategy plays alone.
std::vector<std::vector<std::string>> standings_cells(const StandingsTable& table);

/// Returns a caption line, the table, the number of failed seats, and the listed failures with their seeds and reasons.
std::string standings_text(const StandingsTable& standings);

/// Returns "2 strategies, 200 matches on 100 seeds".
std::string standings_size(const StandingsTable& table);

/// Returns the number of groups in which ratings can be compared; 0 without ratings.
std::size_t rating_groups(const StandingsTable& table);

/// Returns a sentence if there are several of these groups; otherwise "".
std::string groups_sentence(std::size_t groups);

/// Returns all numbers, a line for each strategy, with a header line (csv.hpp).
std::string standings_csv(const StandingsTable& table);

/// Returns one strategy's numbers. `contest` is the game's, AGON_CONTEST_...; `alone`: no match had another seat.
nlohmann::ordered_json standing_json(const Standing& standing, std::int32_t contest, bool alone);

/// Returns the same and the failures as a JSON object.
nlohmann::ordered_json standings_json(const StandingsTable& table);

}  // namespace host

// The report of standings.
#pragma once

#include "host/tournament/standings.hpp"
#include "host/view/report.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace host {

/// Returns "2 strategies, 200 matches on 100 seeds".
std::string standings_size(const StandingsTable& table);

/// Returns the number of groups in which ratings can be compared; 0 without ratings.
std::size_t rating_groups(const StandingsTable& table);

/// Returns a sentence if there are several of these groups; otherwise "".
std::string groups_sentence(std::size_t groups);

/// Returns one strategy's numbers. `contest` is the game's, AGON_CONTEST_...; `alone`: no match had another seat.
nlohmann::ordered_json standing_json(const Standing& standing, std::int32_t contest, bool alone);

/// Returns the numbers of all, and the failures.
nlohmann::ordered_json standings_json(const StandingsTable& table);

/// Returns these, a caption line, the table, the number of failed seats, and the first failures with their seeds and
/// reasons.
Report standings_report(const StandingsTable& table);

}  // namespace host

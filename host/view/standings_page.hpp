// Standings as one HTML page that needs nothing beside itself.
#pragma once

#include "host/tournament/standings.hpp"

#include <cstddef>
#include <string>

namespace host {

/// Two places in the table.
struct StandingsPair {
  std::size_t first = 0;
  std::size_t second = 1;
};

struct StandingsPage {
  std::string what;     // whose standings: "run 3 of 2024-05-01 12:00:00"
  std::string command;  // that played them; empty for several
  StandingsPair pair;   // whose scores are shown seed by seed; not there: none
};

/// The table, ratings (or mean scores, where there are none) with intervals, the spread of scores, the scores of two
/// strategies seed by seed, and the failures.
std::string standings_page(const StandingsTable& table, const StandingsPage& page);

}  // namespace host

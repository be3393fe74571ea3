// Standings as one HTML page that needs nothing beside itself.
#pragma once

#include "host/tournament/breakdown.hpp"
#include "host/tournament/by_parameter.hpp"
#include "host/tournament/history.hpp"
#include "host/tournament/standings.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace host {

/// Two places in the table.
struct StandingsPair {
  std::size_t first = 0;
  std::size_t second = 1;
};

struct StandingsPage {
  std::string what;                            // whose standings: "run 3 of 2024-05-01 12:00:00"
  std::string command{};                       // that played them; empty for several
  StandingsPair pair{};                        // whose scores are shown seed by seed; not there: none
  std::vector<std::string> seat_names{};       // the game's; a seat without one is "first seat" and so on
  BreakdownTable breakdown{};                  // of the table, for the pair
  std::vector<ParameterResults> parameters{};  // of the table's matches, with its rows
  std::vector<StrategyHistory> histories{};    // of its strategies
  std::map<RunId, std::string> commands{};     // of the runs that its matches belong to
  std::string program = "host";                // how commands to paste call the host
};

/// The table, ratings (or mean scores, where there are none) with intervals, each strategy against each, results by the
/// game's parameters, the spread of scores, two strategies seed by seed, builds over time, and the failures. Matches of
/// interest have the command that plays them again.
std::string standings_page(const StandingsTable& table, const StandingsPage& page);

}  // namespace host

// The results of a run: of each strategy, against each other one, and by a parameter's values.
#pragma once

#include "host/report/report.hpp"
#include "host/tournament/by_group.hpp"
#include "host/tournament/observations.hpp"
#include "host/tournament/tally.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// Returns what the results are uncertain by, in a line such as "100 blocks, 6 of them different, from 6 starts: ...".
/// Where other starts would help, it names what makes them.
inline constexpr const char* starts_of_runs = "--opening-plies 4";
inline constexpr const char* starts_of_leagues = "'opening-plies = 4' in [match] of league.toml";
std::string observations_text(const ObservationCounts& counts, const std::string& other_starts = starts_of_runs);

/// Returns {"blocks": 100, "different": 6, "starts": 6, "openings": 0, "unit": "start", "case": "players repeat"}.
nlohmann::ordered_json observations_json(const ObservationCounts& counts);

/// Returns a line for each strategy that can't be started, by its name and the reason: no match with it counts.
std::string not_started_text(const std::vector<std::pair<std::string, std::string>>& strategies);

/// Returns [{"name": "mybot", "reason": "it can't be run: ..."}, ...].
nlohmann::ordered_json not_started_json(const std::vector<std::pair<std::string, std::string>>& strategies);

/// The names of the tally's rows of a run, and the kind of its contest.
struct RunRows {
  const std::vector<std::string>& names;
  std::int32_t contest = 0;
};

/// Returns the tally's rows, those without matches left out if others have some, the best first, sorted by the mean
/// contribution of a match to the contest.
std::vector<std::size_t> ranking(const std::vector<Totals>& tally);

/// Returns the best three with their mean contribution to the contest: "a 7.50 > b 6.20".
std::string leaders(const std::vector<std::string>& names, const std::vector<Totals>& tally);

/// Returns a line for each row, the best first: mean score, contest score, wins, failures, CPU time. In JSON,
/// {"contest": "mean", "strategies": [...]}, in the order of the rows, each with its rank.
Report run_report(const RunRows& rows, const std::vector<Totals>& tally);

/// Adds each strategy's share of the points against each other one, in %; a win counts 1 and a tie 1/2. Rows and
/// columns are in the order of `ranking`, with at most 12 columns. Leaves out the table for fewer than three
/// strategies, whose wins are in the first table. In JSON, adds all pairs that have met as "head_to_head", each once,
/// the higher-ranked one first: [{"name": "a", "against": "b", "wins": 3, "ties": 0, "losses": 1}, ...].
void add_head_to_head(Report& report, const std::vector<std::string>& names, const std::vector<std::size_t>& ranking,
                      const HeadToHead& head_to_head);

/// Adds a line for each group of values and each strategy, in the order of `ranking`. In JSON, adds "by": {"parameter":
/// "n", "groups": [{"values": "6", "low": "6", "high": "6", "matches": 4, "strategies": [...]}, ...]}.
void add_parameter(Report& report, const ParameterResults& results, const RunRows& rows,
                   const std::vector<std::size_t>& ranking);

}  // namespace host

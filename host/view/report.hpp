// Formats results as sentences and tables.
#pragma once

#include "host/match/transcript.hpp"
#include "host/plugin/description.hpp"
#include "host/tournament/tally.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace host {

/// Returns "mygame, seed 7, n=10".
std::string title(const Transcript& transcript);

/// Returns a row for each seat: strategy, score, contest score, usage, outcome.
std::string match_table(const Transcript& transcript, const GameDescription& game);

/// Returns one line: seed, parameters, each seat's strategy and score, failures.
std::string match_line(const Transcript& transcript, const GameDescription& game);

/// The names of the tally's rows of a run, and the kind of its contest.
struct RunRows {
  const std::vector<std::string>& names;
  std::int32_t contest = 0;
};

/// Returns the tally's rows, the best first, sorted by the mean contribution of a match to the contest.
std::vector<std::size_t> ranking(const std::vector<Totals>& tally);

/// The columns of a tally's row, and its cells. Redundant columns are omitted: the contest's score if it is the mean
/// score, and failures if no seat failed.
struct TallyColumns {
  TallyColumns(const RunRows& rows, const std::vector<Totals>& tally);
  [[nodiscard]] std::vector<std::string> heading() const;
  [[nodiscard]] std::vector<std::string> cells(const Totals& row) const;

  std::int32_t contest;
  bool versus;    // wins, ties and losses: for several strategies
  bool failures;  // for runs in which a seat failed
};

/// Returns all columns as members of a JSON object.
nlohmann::ordered_json tally_json(const std::string& name, const Totals& row, std::int32_t contest);

/// Returns a line for each row, the best first: mean score, contest score, wins, failures, CPU time.
std::string run_table(const RunRows& rows, const std::vector<Totals>& tally);

/// Returns the best three with their mean contribution to the contest: "a 7.50 > b 6.20".
std::string standing(const std::vector<std::string>& names, const std::vector<Totals>& tally);

/// Returns {"contest": "mean", "strategies": [...]}, in the order of the rows, each with its rank.
nlohmann::ordered_json run_json(const RunRows& rows, const std::vector<Totals>& tally);

/// Returns each strategy's share of the points against each other one, in %; a win counts 1 and a tie 1/2. Rows and
/// columns are in the order of `ranking`, with at most 12 columns. Returns "" for fewer than three strategies, whose
/// wins are in the first table.
std::string head_to_head_text(const std::vector<std::string>& names, const std::vector<std::size_t>& ranking,
                              const HeadToHead& pairs);

/// Returns all pairs that have met, each once, the higher-ranked one first: [{"name": "a", "against": "b", "wins": 3,
/// "ties": 0, "losses": 1}, ...].
nlohmann::ordered_json head_to_head_json(const std::vector<std::string>& names, const std::vector<std::size_t>& ranking,
                                         const HeadToHead& pairs);

}  // namespace host

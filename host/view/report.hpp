// Results in words and tables.
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

/// "mygame, seed 7, n=10".
std::string title(const Transcript& transcript);

/// A row for each seat: strategy, score, contest score, what it used, outcome.
std::string match_table(const Transcript& transcript, const GameDescription& game);

/// One line: seed, parameters, who sat where with what score, and failures.
std::string match_line(const Transcript& transcript, const GameDescription& game);

/// Of a run: what each row of the tally is called, and how the contest combines what matches count.
struct RunRows {
  const std::vector<std::string>& names;
  std::int32_t contest = 0;
};

/// The tally's rows, the best first: by what a match counts in the contest.
std::vector<std::size_t> ranking(const std::vector<TallyRow>& tally);

/// The columns of a row of a tally, and its cells. What would say the same as another column is left out: the contest's
/// score where that is the mean score, and failures where there are none.
struct TallyColumns {
  TallyColumns(const RunRows& rows, const std::vector<TallyRow>& tally);
  [[nodiscard]] std::vector<std::string> heading() const;
  [[nodiscard]] std::vector<std::string> cells(const TallyRow& row) const;

  std::int32_t contest;
  bool versus;    // wins, ties and losses: there are several strategies
  bool failures;  // some seat failed
};

/// The same as members of a JSON object, all of them.
nlohmann::ordered_json tally_json(const std::string& name, const TallyRow& row, std::int32_t contest);

/// A line for each row, the best first: mean score, contest score, wins, failures, CPU time.
std::string run_table(const RunRows& rows, const std::vector<TallyRow>& tally);

/// Who leads, in a few words: "a 7.50 > b 6.20", what each counts per match, the best three.
std::string standing(const std::vector<std::string>& names, const std::vector<TallyRow>& tally);

/// The same as a JSON object: {"contest": "mean", "strategies": [...]}, in the order of the rows, each with its rank.
nlohmann::ordered_json run_json(const RunRows& rows, const std::vector<TallyRow>& tally);

}  // namespace host

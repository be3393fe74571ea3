// Results in words and tables.
#pragma once

#include "host/match/transcript.hpp"
#include "host/plugin/description.hpp"
#include "host/tournament/run.hpp"
#include "host/tournament/tally.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace host {

/// "mygame, seed 7, n=10".
std::string title(const Transcript& transcript);

/// A row for each seat: strategy, score, contest score, what it used, outcome.
std::string match_table(const Transcript& transcript, const GameDescription& game);

/// One line: seed, parameters, who sat where with what score, and failures.
std::string match_line(const Transcript& transcript, const GameDescription& game);

/// A row for each entrant of a run: mean score, contest score, wins, failures, CPU time.
std::string run_table(const RunPlan& plan, const std::vector<TallyRow>& tally);

/// Who leads, in a few words: "a 7.50 > b 6.20", what each counts per match, the best three.
std::string standing(const RunPlan& plan, const std::vector<TallyRow>& tally);

/// The same as a JSON object: {"contest": "mean", "strategies": [...]}.
nlohmann::ordered_json run_json(const RunPlan& plan, const std::vector<TallyRow>& tally);

}  // namespace host

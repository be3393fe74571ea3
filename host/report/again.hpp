// Commands that repeat a run or a part of it: of a run in memory, and of stored ones.
#pragma once

#include "host/stats/elo.hpp"
#include "host/store/store.hpp"
#include "host/tournament/run.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace host {

/// The options of a run that apply to each of its matches, beside the secret. Commands that play a match again have
/// them.
inline constexpr std::array options_of_matches = {"game",        "set",       "openings",  "opening-plies", "time",
                                                  "turn-time",   "increment", "memory",    "wall",          "game-wall",
                                                  "game-memory", "threads",   "isolation", "fresh"};

/// Returns the line of these words, quoted with shell_word().
std::string shell_line(const Words& words);

/// Returns the parts of that line, with related words joined: an option and its value, the program and its command.
Words shell_phrases(const Words& words);

/// Returns the command that replays one match of the run, as a line. `program` is the name under which the host was
/// called.
std::string match_again(const RunPlan& plan, const ScheduledMatch& scheduled, const std::string& program);

/// Returns the cases that a run of a tester has not played, in order.
std::vector<std::uint64_t> unplayed_cases(const RunPlan& plan);

/// Returns the line that replays, records and shows all matches of the run's participants on a seed.
std::string seed_again(const RunPlan& plan, std::uint64_t seed, const std::string& program);

/// Returns the command that compares the run's two participants on the seeds of this text.
Words comparison_words(const RunPlan& plan, const std::string& seeds, const std::string& program);

/// Returns the line that compares the run's two participants on `seeds` other seeds, in one test with significance
/// level `alpha`.
std::string comparison_again(const RunPlan& plan, std::uint64_t seeds, double alpha, const std::string& program);

/// Returns the line that continues the run's undecided comparison with `test`: on its seeds and further ones, `seeds`
/// in total.
std::string comparison_on(const RunPlan& plan, std::uint64_t seeds, const stats::Sprt& test,
                          const std::string& program);

/// Returns the line that plays, records and replays a stored match of that run, as shell_phrases().
Words stored_match_again(const Result& match, const RunRecord& run, const std::string& program);

/// Returns whether a command has an absolute path, which tells readers of a page about folders of its author and is of
/// no use to them.
bool has_absolute_path(const Words& command);

}  // namespace host

// Commands that repeat a run or a part of it: of a run in memory, and of stored ones.
#pragma once

#include "host/stats/elo.hpp"
#include "host/tournament/by_group.hpp"
#include "host/tournament/run.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace host {

/// The options of a run that apply to each of its matches, beside the secret. Commands that play a match again have
/// them.
inline constexpr std::array options_of_matches = {
    "game",    "set",       "openings",  "opening-depth", "opening-order", "opening-plies", "opening-balance",
    "time",    "turn-time", "increment", "memory",        "wall",          "game-wall",     "game-memory",
    "threads", "isolation", "fresh"};

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

/// Returns the line that replays, records and shows a stored match, as shell_phrases(). The game's path, the
/// options_of_matches and the strategies' paths come from the command of its `run`; the rest comes from the stored
/// match. Returns nothing if the command does not tell which strategy took which seat: two files have one name, or an
/// older host has stored the command without given_with_name().
Words stored_match_again(const MatchReference& match, const Words& run, const std::string& program);

/// Returns whether a command has an absolute path, which tells readers of a page about folders of its author and is of
/// no use to them.
bool has_absolute_path(const Words& command);

/// Returns the participant as the user has written it, with its name in results if that text does not tell it.
std::string given_with_name(const Participant& participant);

/// Returns the value of an option in a run's command; "" if it is not given.
std::string stored_option(const Words& run, std::string_view name);

/// Returns whether the run with this command had several rounds, which all play the same seeds.
bool has_rounds(const Words& run);

/// Returns the secret of a run, which its command has: that of --secret, or the one that follows from the key of random
/// seeds. "" if it has none.
std::string stored_secret(const Words& run);

}  // namespace host

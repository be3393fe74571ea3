// The run loop common to all commands: stores and records each match, collects failures, shows progress, and stops
// early on Ctrl-C; and the run of play and tournament, which shows matches and tables.
#pragma once

#include "host/cli/run_request.hpp"
#include "host/match/transcript.hpp"
#include "host/plugin/build.hpp"
#include "host/report/report.hpp"
#include "host/tournament/run.hpp"
#include "host/util/failure.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace host {

/// Callbacks of a command. All are called in the thread that calls play_and_store().
struct CommandHooks {
  std::function<void(const FinishedMatch&)> finished;                    // called for each match of the run, in order
  std::function<void(const FinishedMatch&)> shown = [](const auto&) {};  // once it is stored, unless the game failed it
  std::function<bool()> enough = [] { return false; };                   // returns whether the run is complete
  std::function<std::string()> standing = [] { return std::string(); };  // returns a few words for the progress display
  bool writes = false;  // whether `shown` prints to the terminal that shows progress
};

struct PlayedRun {
  std::size_t played = 0;
  std::size_t known = 0;     // of these, matches found in the database
  bool interrupted = false;  // by the user
  Report failures;           // see FailureList
  std::size_t faults = 0;    // matches that the game failed: they have no result
  std::string first_fault;   // the reason of the first
};

/// Plays the plan with the settings in `display`.
PlayedRun play_and_store(const RunPlan& plan, const RunDisplay& display, const CommandHooks& hooks);

/// Prints notes on stderr: warnings about the plugins' files and, if a key for the seeds was drawn, how to reproduce
/// the seeds.
void print_notes(const RunPlan& plan);
void print_seeds(const RunPlan& plan);

/// Returns the end of a sentence about an interrupted run: the command that goes on with it or, if nothing is stored,
/// plays it again. Returns "" if there is no command.
std::string how_to_go_on(const RunPlan& plan, const RunDisplay& display);

/// Lists on stderr the files, or the run's plugins, that have changed since the command loaded them; each once.
void print_changes(const std::vector<const Build*>& builds);
void print_changes(const RunPlan& plan);

/// Prints on stderr if the game has failed, and if the run was interrupted after what was `done` (default: matches),
/// with how to go on. Returns the command's exit code: of an interruption, of a fault of the game, or 0.
int tell_end(const RunPlan& plan, const RunDisplay& display, const PlayedRun& run, const std::string& done = "");

/// What may be printed of a match.
struct PrintedMatch {
  MatchHead head;
  TurnUsage usage{};
  std::vector<std::string> logs{};  // of each seat
  std::string game_log{};
  std::string board{};  // the final one
};

/// Prints one match of the plan, which has no fault.
void show_match(const RunPlan& plan, const RunDisplay& display, const PrintedMatch& match);

/// Plays the plan, stores the results and shows them: boards, matches, progress, the final table. Returns the exit
/// code.
int play_and_show(const RunPlan& plan, const RunDisplay& display);

}  // namespace host

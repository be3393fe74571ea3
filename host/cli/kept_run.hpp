// A run as every command plays it: each match stored and recorded, its failures collected, progress shown, and an end
// that Ctrl-C may bring early.
#pragma once

#include "host/cli/run_request.hpp"
#include "host/tournament/run.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace host {

/// What a command adds to it. All are called in the thread that calls play_kept().
struct RunHooks {
  std::function<void(const FinishedMatch&)> finished;                    // each match that belongs to the run, in order
  std::function<bool()> enough = [] { return false; };                   // whether no later match belongs to the run
  std::function<std::string()> standing = [] { return std::string(); };  // in a few words, for who waits
  std::vector<Spectator*> spectators{};  // see every match as it is played; only with one job
  bool writes = false;                   // whether `finished` writes where progress is shown
};

struct KeptRun {
  std::size_t played = 0;
  std::size_t known = 0;     // of these, matches that were in the database
  bool interrupted = false;  // by the user
  std::string failures;      // see FailureList
};

/// Plays the plan, as `display` asks for.
KeptRun play_kept(const RunPlan& plan, const RunDisplay& display, const RunHooks& hooks);

/// On stderr: what the plugins' files are warned of, and, where a key was drawn for the seeds, what gives them again.
void print_notes(const RunPlan& plan);
void print_seeds(const RunPlan& plan);

/// What an interrupted run is told in addition: "; --seeds random:20:KEY goes on with these seeds", or nothing where
/// the seeds are not random.
std::string how_to_go_on(const RunPlan& plan);

/// Names on stderr the plugins' files that have changed since the run began.
void print_changes(const RunPlan& plan);

/// Says on stderr that the run was interrupted, if it was, and how to go on.
void print_interruption(const RunPlan& plan, const KeptRun& run);

}  // namespace host

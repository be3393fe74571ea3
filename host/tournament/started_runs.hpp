// Runs that a server starts: each is a command of its own, as a user would type it.
#pragma once

#include "host/match/result.hpp"
#include "host/util/child_process.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace host {

/// If a StartedRuns has started this process, tells it the number of the run. Called once, by a process with one
/// thread.
void tell_starter(RunId run);

/// Thread-safe.
class StartedRuns {
 public:
  StartedRuns() = default;
  StartedRuns(const StartedRuns&) = delete;
  StartedRuns& operator=(const StartedRuns&) = delete;
  /// Stops the runs; what is played by then is stored.
  ~StartedRuns();

  /// Starts a command, and waits until it has begun its run, at most two minutes. Throws Failure(usage) with the
  /// command's own sentence if it begins none, and std::system_error.
  RunId start(std::vector<std::string> words);
  /// Ends the commands that have not begun their runs.
  void end() { ended_ = true; }

  /// Returns whether a run is one of these, and goes on.
  bool plays(RunId run);

  /// Does to a run what Ctrl-C does: the matches in play are finished. Throws Failure(usage) if it is none of these.
  void stop(RunId run);

 private:
  std::atomic<bool> ended_ = false;
  std::mutex mutex_;  // of what follows
  std::map<RunId, std::unique_ptr<ChildProcess>> runs_;
};

}  // namespace host

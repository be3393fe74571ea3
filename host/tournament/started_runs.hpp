// Runs that a server starts: each is a command of its own, as a user would type it.
#pragma once

#include "host/child_process.hpp"
#include "host/store/stored_match.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace host {

/// Thread-safe.
class StartedRuns {
 public:
  /// The commands store their runs in `database`, which need not exist.
  explicit StartedRuns(std::filesystem::path database) : database_(std::move(database)) {}
  StartedRuns(const StartedRuns&) = delete;
  StartedRuns& operator=(const StartedRuns&) = delete;
  /// Stops the runs; what is played by then is stored.
  ~StartedRuns();

  /// Starts a command, and waits until it has begun its run. Throws Failure(usage) with the command's own sentence if
  /// it begins none, and std::system_error.
  RunId start(std::vector<std::string> words);

  /// Does to a run what Ctrl-C does: the matches in play are finished. Throws Failure(usage) if it is none of these.
  void stop(RunId run);

 private:
  [[nodiscard]] RunId newest() const;

  std::filesystem::path database_;
  std::mutex mutex_;  // of what follows
  std::map<RunId, std::unique_ptr<ChildProcess>> runs_;
};

}  // namespace host

// Results of matches between two players as text, for and of other programs: CSV and PGN.
#pragma once

#include "host/stats/plackett_luce.hpp"
#include "host/store/stored_match.hpp"
#include "host/util/child_process.hpp"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace host {

struct ListedResult {
  std::size_t first = 0;  // index into the names
  std::size_t second = 0;
  double points = 0;        // of the first: 1, 0.5 or 0
  std::uint64_t block = 0;  // results of the same block, such as a pair with swapped seats, are one observation
};

class ListedResults {
 public:
  /// Adds a result. Results of the same two players with the same `round` are one block; without a round, each is one.
  void add(const std::string& first, const std::string& second, double points, const std::string& round);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::vector<ListedResult>& results() const { return results_; }

 private:
  std::size_t player(const std::string& name);

  std::vector<std::string> names_;
  std::map<std::string, std::size_t> players_;
  std::map<std::string, std::uint64_t> blocks_;
  std::uint64_t block_count_ = 0;
  std::vector<ListedResult> results_;
};

/// Reads lines FIRST,SECOND,RESULT[,ROUND]. RESULT is 1-0, 0-1, 1/2-1/2, or the first player's points: 1, 0.5 or 0. The
/// first line may be a heading. Throws a sentence with the line's number.
ListedResults read_results_csv(std::istream& text, const std::string& file);

/// Reads the tags White, Black, Result and Round of each game. Ignores moves, and games without a result. Throws a
/// sentence with the line's number.
ListedResults read_results_pgn(std::istream& text, const std::string& file);

/// Returns one game in PGN without moves; the round is the seed. `names` are by player.
std::string pgn_game(const std::string& game, const std::vector<std::string>& names, std::uint64_t seed,
                     const stats::Place& white, const stats::Place& black);

// Runs that a server starts: each is a command of its own, as a user would type it.

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

  /// Starts a command, and waits until it has begun its run. Throws Failure(usage) with the command's own sentence if
  /// it begins none, and std::system_error.
  RunId start(std::vector<std::string> words);

  /// Does to a run what Ctrl-C does: the matches in play are finished. Throws Failure(usage) if it is none of these.
  void stop(RunId run);

 private:
  std::mutex mutex_;  // of what follows
  std::map<RunId, std::unique_ptr<ChildProcess>> runs_;
};

}  // namespace host

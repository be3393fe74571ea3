// What `blame` judges, as the command line and recorded matches tell it, and the continuations that it plays for that.
#pragma once

#include "host/cli/live_request.hpp"
#include "host/cli/options.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/spec.hpp"
#include "host/report/progress.hpp"
#include "host/tournament/blame_judged.hpp"
#include "host/tournament/blame_search.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace host {

/// Throws Failure(usage) if the match is not over.
Transcript finished_match(const RecordedLine& recorded);

/// Returns the task with this part of all limits of CPU time, if it is less and there are any.
std::optional<BlameTask> with_less_time(BlameTask task, double part);

/// Makes tasks of a match of a game, which must exist as long as this object.
class BlameTasks {
 public:
  /// Throws Failure.
  BlameTasks(const Values& values, const Game& game, const Transcript& match, const std::string& where);

  /// Returns the task of the seat that has lost, or that --seat names; for one seat, with the best stored score as its
  /// target. Throws Failure(usage) if no seat has lost.
  BlameTask of_loser(const RecordedLine& recorded);

 private:
  BlameTask of_seat(Transcript match, std::int32_t seat, const std::string& where);
  const Participant& player(SeatIdentity identity, const Transcript& match);

  const Values& values_;
  const Game& game_;
  const Catalogue catalogue_ = Catalogue::standard();
  RunPlan plan_;
  RecordedFiles files_;
  std::vector<Participant> named_{};  // with --plugin
  Participant reference_;
  /// By all that tells them apart.
  std::map<std::tuple<std::string, std::string, std::string, Assignments>, Participant> players_;
};

/// Plays continuations of a recorded match within the bounds of the command line, on all cores, with progress, and
/// remembers them. Used by one thread.
class Continuations {
 public:
  explicit Continuations(const Values& values);

  /// Plays the probes, as PlayProbes, until the bounds are reached. The calls of a task follow one another. Throws
  /// Failure(game) if the game fails, and what OpenRun::play() throws.
  std::vector<Continuation> play(const BlameTask& task, const std::vector<Probe>& probes);
  /// Ends the progress and the run of the last task.
  void end();

  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }
  [[nodiscard]] const ContinuationCounts& counts() const { return counts_; }

  std::function<bool()> enough = [] { return false; };  // whether no other one may begin

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool should_stop() const;
  void add(const Probe& probe, const Continuation& played);
  void end_run();

  const Values& values_;
  const Clock::time_point began_ = Clock::now();
  std::string standing_;
  Progress progress_;
  ContinuationCounts counts_;
  std::map<std::string, std::map<Probe, Continuation>> known_;  // by task
  std::string task_;                                            // the last one
  RunPlan plan_{};                                              // of it
  std::vector<Probe> scheduled_{};                              // of the plan's schedule
  std::unique_ptr<OpenRun> run_{};
};

}  // namespace host

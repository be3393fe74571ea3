// A run whose matches are played by other machines.
#pragma once

#include "host/arena/job.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

class OpenRun;
struct RunPlan;

/// A match that was played elsewhere.
struct ClusterMatch {
  std::size_t index = 0;  // in the run's schedule
  PlayedMatch match;
};

/// Results of a machine that do not count, because others of it were wrong.
struct Revocation {
  std::string machine;
  std::vector<std::size_t> indices;  // in the run's schedule; some may not have been delivered
  bool stored = false;               // also results of this machine that an earlier command has stored for this run
};

/// Arenas on other machines. Used by one thread. All functions throw Failure if the run can't go on.
class ClusterArenas {
 public:
  ClusterArenas() = default;
  ClusterArenas(const ClusterArenas&) = delete;
  ClusterArenas& operator=(const ClusterArenas&) = delete;
  virtual ~ClusterArenas() = default;

  /// Returns how many more matches to request now, so that the machines have enough to do, but little is played in
  /// vain.
  [[nodiscard]] virtual std::size_t room() const = 0;

  /// Requests a match of the schedule. Indices ascend; those of stored matches are left out.
  virtual void request(std::size_t index, const MatchRequest& request) = 0;

  /// Returns matches that were played, in any order. `delivered` results from the begin of the schedule are stored:
  /// they are not needed elsewhere any more. If there is no result, waits up to about 0.1 s if it may.
  virtual std::vector<ClusterMatch> collect(std::size_t delivered, bool may_wait) = 0;

  /// Returns results that do not count any more, since the last call.
  virtual std::optional<Revocation> withdrawn() = 0;

  /// Begins with the first match of the schedule again, because delivered results were withdrawn. What was played and
  /// still counts is not played again.
  virtual void restart() = 0;

  /// Returns whether no result is being checked.
  [[nodiscard]] virtual bool settled() const = 0;

  /// Ends the run: withdraws what is not played.
  virtual void end(std::size_t delivered) = 0;
};

/// Begins a run of the plan with plan.cluster, which is set; otherwise as open_run(). The observer sees the matches in
/// the order of the schedule, so that neither fast machines nor short matches can influence where a sequential test
/// stops.
std::unique_ptr<OpenRun> open_cluster_run(const RunPlan& plan);

}  // namespace host

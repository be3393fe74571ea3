// The host's side of a run on a cluster: puts leases into the queue, and takes their results out.
#pragma once

#include "host/cluster/cross_check.hpp"
#include "host/cluster/lease_size.hpp"
#include "host/cluster/payload.hpp"
#include "host/cluster/queue.hpp"
#include "host/tournament/cluster_run.hpp"
#include "host/tournament/run.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace host::cluster {

// The results that the host of a run has received, until they are delivered.

/// A lease stays in the cluster's database until all of its results are delivered, so that none is lost with the host.
class ResultBuffer {
 public:
  /// Returns whether the result of a match has come, and its lease is not forgotten.
  [[nodiscard]] bool holds(std::size_t index) const { return indices_.contains(index); }
  /// Adds the results of a lease, none of which it holds.
  void add(std::int64_t lease, const std::vector<LeasedMatch>& leased, std::vector<PlayedMatch>&& matches);
  /// Asks for a match; indices ascend. Returns whether its result has come already. A result is ready once it has come
  /// and was asked for.
  bool request(std::size_t index);
  /// Returns the results that have become ready since the last call.
  std::vector<ClusterMatch> take();
  [[nodiscard]] bool has_ready() const { return !ready_.empty(); }

  /// Returns the leases that have results here.
  [[nodiscard]] std::vector<std::int64_t> leases() const;
  /// Removes and returns the leases of which all results are delivered: those below the index `delivered`.
  std::vector<std::int64_t> forget(std::size_t delivered);

  /// Removes leases with these indices, and results that take() has not returned.
  void withdraw(const std::set<std::size_t>& indices);
  /// Removes all, and begins with the first match again.
  void restart() { *this = {}; }

 private:
  void remove_indices(const std::vector<std::size_t>& indices);

  std::map<std::int64_t, std::vector<std::size_t>> leases_;
  std::set<std::size_t> indices_;  // of all leases
  std::vector<ClusterMatch> ready_;
  std::map<std::size_t, PlayedMatch> early_;  // not yet asked for
  std::size_t next_ = 0;                      // the next index to be asked for
};

class ClusterClient final : public ClusterArenas {
 public:
  /// See open_cluster().
  ClusterClient(const RunPlan& plan, std::string url, std::chrono::milliseconds lease, double recheck);

  [[nodiscard]] std::size_t room() const override;
  void request(std::size_t index, const MatchRequest& request) override;
  std::vector<ClusterMatch> collect(std::size_t delivered, bool may_wait) override;
  std::optional<Revocation> withdrawn() override;
  void restart() override;
  [[nodiscard]] bool settled() const override { return recheck_.settled(); }
  void end(std::size_t delivered) override;

 private:
  using Clock = std::chrono::steady_clock;

  void connect();
  void send();
  void receive();
  void learn_leases();
  [[nodiscard]] std::vector<LeasedMatch> leased(const std::string& bytes) const;
  bool take(const ClosedLease& closed);
  void take_check(const ClosedLease& closed);
  void refuse(const ClosedLease& closed);
  void replace(const std::vector<std::int64_t>& leases);
  void look_at_verdict();
  void look_after();
  [[nodiscard]] std::size_t wanted_leases() const;

  const RunPlan& plan_;
  std::string url_;
  PackedJob job_;
  std::string key_;
  RunRow row_;
  LeaseSize size_;
  CrossCheck recheck_;
  std::optional<Verdict> verdict_;                             // not yet dealt with
  std::map<std::string, std::vector<std::int64_t>> excluded_;  // machines with wrong results, and leases that count
  std::optional<Revocation> withdrawn_;
  std::unique_ptr<Queue> queue_;  // NULL: the server can't be reached
  bool said_lost_ = false;
  std::int64_t run_ = 0;              // 0: not begun
  std::set<std::size_t> known_;       // in leases of a host that has ended
  std::set<std::size_t> requested_;   // and not yet delivered
  std::vector<LeasedMatch> pending_;  // those of them that are in no lease
  ResultBuffer inbox_;
  std::size_t next_ = 0;  // the next index to be requested
  std::size_t delivered_ = 0;
  std::size_t open_ = 0;   // leases that are not closed
  std::size_t slots_ = 0;  // matches that the cluster plays at a time
  std::size_t machines_ = 0;
  std::string last_machine_;  // that has returned results
  std::size_t told_ = 0;      // refusals
  bool said_idle_ = false;
  Clock::time_point connected_;
  Clock::time_point looked_;
};

}  // namespace host::cluster

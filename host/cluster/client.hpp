// The host's side of a run on a cluster: puts leases into the queue, and takes their results out.
#pragma once

#include "host/cluster/cross_check.hpp"
#include "host/cluster/payload.hpp"
#include "host/cluster/queue.hpp"
#include "host/tournament/archive.hpp"
#include "host/tournament/run.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace host::cluster {

/// Chooses the number of matches in a lease, so that it takes about a given time.
class LeaseSize {
 public:
  explicit LeaseSize(std::int64_t lease_ns) : lease_ns_(lease_ns) {}

  /// Returns the size of the next lease, at least 1, if `left` matches of the schedule are in no lease and the cluster
  /// plays `slots` matches at a time: the last leases are short, so that all machines end at about the same time.
  [[nodiscard]] std::size_t next(std::size_t left, std::size_t slots) const;

  /// Adds the measurement of a lease: its matches, the time that they took, and the bytes of their results.
  void add(std::size_t matches, std::int64_t busy_ns, std::size_t bytes);

 private:
  std::int64_t lease_ns_;
  std::size_t size_ = 1;
  double match_ns_ = 0;
  double match_bytes_ = 0;
};

/// A run whose matches are played by other machines. The observer sees the matches in the order of the schedule, so
/// that neither fast machines nor short matches can influence where a sequential test stops.
///
/// A lease stays in the cluster's database until all of its results are delivered, so that none is lost with the host.
class ClusterClient final : public OpenRun {
 public:
  /// See open_cluster().
  ClusterClient(const RunPlan& plan, std::string url, std::chrono::milliseconds lease, double recheck);

  std::size_t play(const RunObserver& observer) override;
  void end() override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Waiting {
    FinishedMatch match;
    bool finished = false;
  };

  void connect();
  /// Returns how many more matches to request now, so that the machines have enough to do, but little is played in
  /// vain.
  [[nodiscard]] std::size_t free_capacity() const;
  void request();
  void finish(Waiting& waiting, PlayedMatch&& match) const;
  [[nodiscard]] bool may_deliver() const { return !waiting_.empty() && waiting_.begin()->second.finished; }
  void deliver(const RunObserver& observer);
  void exchange();
  void send();
  bool receive();
  std::vector<std::int64_t> forget();
  std::vector<std::int64_t> forget_if(const std::function<bool(std::size_t index)>& is_one, bool any);
  void learn_leases();
  [[nodiscard]] std::vector<LeasedMatch> leased(const std::string& bytes) const;
  bool take(const ClosedLease& closed);
  void take_check(const ClosedLease& closed);
  void refuse(const ClosedLease& closed);
  void replace(const std::vector<std::int64_t>& leases);
  void look_at_verdict();
  void withdraw(const Verdict& verdict, const RunObserver& observer);
  void look_after();
  [[nodiscard]] std::size_t wanted_leases() const;

  const RunPlan& plan_;
  Lookup lookup_;
  std::string url_;
  PackedJob job_;
  std::string key_;
  RunRow row_;
  LeaseSize size_;
  CrossCheck recheck_;
  std::optional<Verdict> verdict_;                             // not yet dealt with
  std::map<std::string, std::vector<std::int64_t>> excluded_;  // machines with wrong results, and leases that count
  std::optional<Verdict> withdrawn_;                           // of which delivered results may be wrong
  std::unique_ptr<Queue> queue_;                               // NULL: the server can't be reached
  bool said_lost_ = false;
  std::int64_t run_ = 0;                                     // 0: not begun
  std::set<std::size_t> known_;                              // in leases of a host that has ended
  std::vector<LeasedMatch> pending_;                         // requested, and in no lease
  std::map<std::size_t, Waiting> waiting_;                   // all from delivered_ to next_
  std::map<std::size_t, PlayedMatch> early_;                 // results from next_ on
  std::map<std::int64_t, std::vector<std::size_t>> leases_;  // that have results here
  std::set<std::size_t> held_;                               // the matches of all these
  std::map<std::string, std::vector<std::size_t>> stored_;   // by machine, what the results database had
  std::size_t next_ = 0;                                     // the next index to be requested
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

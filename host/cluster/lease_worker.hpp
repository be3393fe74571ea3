// A machine's side of a cluster: takes leases, plays their matches and returns the results.
#pragma once

#include "host/cluster/cluster.hpp"
#include "host/cluster/queue.hpp"
#include "host/cluster/worker_slot.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace host::cluster {

/// Only one thread uses it. It has one connection, whatever the number of jobs.
class LeaseWorker {
 public:
  /// Throws Failure(cluster) if the database can't be used.
  explicit LeaseWorker(ClusterMachine arena);

  /// Plays until `should_stop` returns true, then returns unfinished leases to the database.
  void run(const std::function<bool()>& should_stop);

 private:
  using Clock = std::chrono::steady_clock;
  /// This machine has failed to play a run, and tries it again.
  struct Trouble {
    int times = 0;
    Clock::time_point until;
  };

  void connect();
  /// Does what is to be done now. Returns whether there was anything.
  bool work();
  bool return_results();
  bool take_leases();
  void keep_leases();
  void begin(WorkerSlot& slot, Lease&& lease);
  void refuse(const Lease& lease, const std::string& reason);
  void try_later(const Lease& lease, const std::string& reason);
  std::shared_ptr<const Work> work_of(const Lease& lease);

  ClusterMachine arena_;
  Session session_;
  Signal signal_;
  std::vector<std::unique_ptr<WorkerSlot>> slots_;
  std::unique_ptr<Queue> queue_;                               // NULL: the server can't be reached
  std::map<std::int64_t, std::shared_ptr<const Work>> works_;  // the latest runs
  std::vector<std::int64_t> refused_;                          // runs that this machine can't play
  std::map<std::int64_t, Trouble> troubled_;                   // runs that it can't play now
  Clock::duration period_{};                                   // between two calls of keep_leases()
  Clock::time_point kept_;
};

}  // namespace host::cluster

// One of the matches that a machine of a cluster plays at a time.
#pragma once

#include "host/arena/process.hpp"
#include "host/cluster/payload.hpp"
#include "host/cluster/queue.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace host::cluster {

/// A run, as this machine plays it.
struct Work {
  Job job;
  GameLimits limits;
};

/// Wakes the thread that waits for slots. Thread-safe.
class Signal {
 public:
  void give();
  /// Waits until give() has been called since the last wait(), or for this time.
  void wait(std::chrono::milliseconds most);

 private:
  std::mutex mutex_;
  std::condition_variable condition_;
  bool given_ = false;
};

/// One of the matches that a machine plays at a time: a thread with an arena. Used by one thread; has a thread of its
/// own.
class WorkerSlot {
 public:
  /// What has become of a lease.
  struct Done {
    Lease lease;
    std::string results;
    std::int64_t busy_ns = 0;
    std::string refusal;      // if not empty, this machine can't play the lease
    bool may_change = false;  // whether it may be able to later: it lacks memory, processes or files now
  };

  /// Number `number` of `count` slots of this machine. `signal` must exist as long as this object.
  WorkerSlot(std::size_t number, std::size_t count, Signal& signal);
  WorkerSlot(const WorkerSlot&) = delete;
  WorkerSlot& operator=(const WorkerSlot&) = delete;
  /// Ends its arena, in at most about three seconds.
  ~WorkerSlot();

  [[nodiscard]] bool is_free() const;
  /// Returns the number of the lease that it plays or has played; 0 if it is free.
  [[nodiscard]] std::int64_t lease() const;
  /// Begins a lease. Requires that it is free.
  void begin(Lease&& lease, std::shared_ptr<const Work> work);
  /// Returns the finished lease, or NULL. It exists until clear() is called.
  [[nodiscard]] const Done* finished() const;
  /// Becomes free: its lease is closed or lost. An arena that still plays it ends.
  void clear();

 private:
  struct Task {
    Lease lease;
    std::shared_ptr<const Work> work;
  };
  /// The lease is lost, or the machine stops.
  struct Abandoned {};

  void loop();
  Done play(const Task& task);

  std::size_t number_;
  std::size_t count_;
  Signal& signal_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Task> task_;
  std::optional<Done> done_;
  bool ends_ = false;
  std::shared_ptr<const Work> work_;     // of arena_
  std::unique_ptr<ArenaProcess> arena_;  // only for its thread
  std::thread thread_;
};

}  // namespace host::cluster

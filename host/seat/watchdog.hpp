// The host's only thread that watches all workers. It ends those that exceed a limit, and detects those that have
// ended.
#pragma once

#include "host/util/descriptor.hpp"

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace host {

/// A watched process. All calls come from the watchdog's thread.
class Watched {
 public:
  Watched() = default;
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;
  virtual ~Watched() = default;

  /// Returns a pidfd, valid while the process is watched; -1: its end need not be noticed. Returns -1 once the process
  /// has ended, since poll() would otherwise report it endlessly.
  [[nodiscard]] virtual int process() const { return -1; }
  /// Called when the process has probably ended.
  virtual void ended() {}
  /// Called every few milliseconds: checks whether the process has exceeded a limit.
  virtual void look() = 0;
};

class Watchdog {
 public:
  /// The maximum delay until an exceeded limit is noticed.
  static constexpr int period_ms = 10;

  /// Returns this process's only instance, which starts with the first call. A copy of a process (fork) has none of its
  /// threads, so it starts one of its own. Thread-safe.
  static Watchdog& instance();

  Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog();

  void watch(Watched& worker);
  /// Stops watching `worker`. It is not called after this returns.
  void forget(Watched& worker);

  /// Enclose the time in which a worker plays. Outside of it, the watchdog checks workers rarely. Cheap.
  void playing() {
    players_.fetch_add(1);
    if (asleep_.load()) kick();
  }
  void paused() { players_.fetch_sub(1); }

 private:
  void run();
  void kick() const;

  std::mutex mutex_;
  std::vector<Watched*> workers_;
  std::atomic<int> players_ = 0;
  std::atomic<bool> asleep_ = false;
  std::atomic<bool> stop_ = false;
  Descriptor bell_;  // an eventfd
  std::thread thread_;
};

}  // namespace host

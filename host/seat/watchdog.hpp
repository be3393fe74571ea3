// The one thread of the host that keeps an eye on all workers: it ends those that use too much, and notices those that
// have ended.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace host {

/// A process that is watched. All calls come from the watchdog's thread.
class Watched {
 public:
  Watched() = default;
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;
  virtual ~Watched() = default;

  /// A pidfd, valid while this is watched; -1 when the process has been seen to end, which poll() would report for
  /// ever.
  [[nodiscard]] virtual int process() const = 0;
  /// It has ended, or so it seems.
  virtual void ended() = 0;
  /// Some milliseconds have gone by: has it used too much?
  virtual void look() = 0;
};

class Watchdog {
 public:
  /// How late it may notice that a limit is passed.
  static constexpr int period_ms = 10;

  /// The host's own, which starts with the first call.
  static Watchdog& instance();

  Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog();

  void watch(Watched& worker);
  /// After this returns, `worker` is not called any more.
  void forget(Watched& worker);

  /// Between the two somebody plays, so that it has to look; else it looks rarely, if there are workers. Cheap.
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
  int bell_ = -1;  // an eventfd
  std::thread thread_;
};

}  // namespace host

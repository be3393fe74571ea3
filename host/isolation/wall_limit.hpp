// The time by the clock that the host waits for a process in one match, and its limit.
#pragma once

#include "host/isolation/process_status.hpp"
#include "host/plugin/ticks.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace host {

/// What a player has used of the cores until now, and missed.
struct CoreUse {
  std::int64_t cpu_ns = 0;  // of all its processes
  QueuedThreads queued{};   // of all its processes
  int cores = 1;            // on which it may run
};

/// Returns how much of `clock_ns` between two measurements a player has lost to others, at most, nanoseconds: the
/// longest time that one of its threads had no core, but not more than what its processes would have needed less time
/// with all cores to themselves. So threads that take cores from each other lose nothing: while one waits, all cores
/// compute for the player. One that alternates between that and sleep can gain half of the time.
inline std::int64_t lost_ns(const CoreUse& before, const CoreUse& now, std::int64_t clock_ns) {
  std::int64_t longest = 0;
  for (const auto& [thread, queued] : now.queued) {
    const auto known = before.queued.find(thread);
    longest = std::max(longest, queued - (known == before.queued.end() ? 0 : known->second));
  }
  const std::int64_t alone_ns = (now.cpu_ns - before.cpu_ns) / std::max(now.cores, 1);
  return std::max<std::int64_t>(std::min(longest, clock_ns - alone_ns), 0);
}

/// Returns whether a match that has taken `wall_ns` is over its limit (0: no limit), of which the player has lost
/// `lost_ns` to others. On a busy machine, this time does not count. But 10 times the limit is always too much.
inline bool over_wall_time(std::int64_t limit_ns, std::int64_t wall_ns, std::int64_t lost_ns) {
  constexpr std::int64_t most_limits = 10;
  if (limit_ns == 0 || wall_ns <= limit_ns) return false;
  return wall_ns - lost_ns > limit_ns || wall_ns / most_limits >= limit_ns;
}

/// One thread plays: it begins matches, and begins and ends waits. Any thread may ask.
class WallLimit {
 public:
  using Measure = std::function<CoreUse()>;

  /// Begins a match, in which the host has waited for `earlier_ns`. A limit of 0 means none. `measure` is called in the
  /// second half of the limit, by any thread: most matches end before that, and measuring costs time. What is used
  /// outside of waits does not matter.
  void begin(std::int64_t limit_ns, Measure measure = {}, std::int64_t earlier_ns = 0) {
    const std::lock_guard lock(guard_);
    limit_ns_ = limit_ns;
    earlier_ns_ = earlier_ns;
    waited_ticks_ = 0;
    lost_ns_ = 0;
    measure_ = std::move(measure);
    measured_.reset();
    is_late_ = false;
  }

  void begin_wait() {
    began_ticks_.store(ticks.now(), relaxed);
    if (is_late_.load(relaxed)) begin_measuring();
  }
  /// Does nothing if the host does not wait.
  void end_wait() {
    const std::uint64_t began = began_ticks_.load(relaxed);
    if (began == 0) return;
    if (is_late_.load(relaxed)) end_measuring();
    began_ticks_.store(0, relaxed);
    waited_ticks_.store(waited_ticks_.load(relaxed) + (ticks.now() - began), relaxed);
  }

  [[nodiscard]] std::int64_t limit_ns() const { return limit_ns_; }

  /// Returns the time of the waits that have ended.
  [[nodiscard]] std::int64_t waited_ns() const { return earlier_ns_ + ticks.nanoseconds(waited_ticks_.load(relaxed)); }

  /// Returns the same with the time of the present wait; nothing if the host does not wait.
  [[nodiscard]] std::optional<std::int64_t> waiting_ns() const {
    const std::uint64_t began = began_ticks_.load(relaxed);
    if (began == 0) return std::nullopt;
    const std::uint64_t now = std::max(ticks.now(), began);
    return earlier_ns_ + ticks.nanoseconds(waited_ticks_.load(relaxed) + (now - began));
  }

  /// Returns whether the host waits and the match is over the limit. To be called from time to time, and not while a
  /// match begins.
  bool passed();

 private:
  static constexpr std::memory_order relaxed = std::memory_order_relaxed;

  void begin_measuring();
  void end_measuring();
  [[nodiscard]] std::int64_t lost_in_wait() const;

  std::atomic<std::int64_t> limit_ns_ = 0;
  std::atomic<std::int64_t> earlier_ns_ = 0;
  std::atomic<std::uint64_t> waited_ticks_ = 0;
  std::atomic<std::uint64_t> began_ticks_ = 0;  // of the present wait; 0: there is none
  std::atomic<bool> is_late_ = false;           // half of the limit is over

  std::mutex guard_;  // for the rest
  Measure measure_;
  std::int64_t lost_ns_ = 0;          // in waits that have ended
  std::optional<CoreUse> measured_;   // in the present wait
  std::uint64_t measured_ticks_ = 0;  // when
};

}  // namespace host

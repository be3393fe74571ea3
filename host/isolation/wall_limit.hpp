// The time by the clock that the host waits for a process in one match, and its limit.
#pragma once

#include "host/isolation/process_status.hpp"
#include "host/plugin/ticks.hpp"

#include <sys/types.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>

namespace host {

/// Returns whether a match that has taken `wall_ns` is over its limit (0: no limit). During `queued_ns` of that time
/// the process was ready to run but had no core. On a busy machine, this time does not count. But a strategy can cause
/// such waits itself: by yielding while others compute, or by its own competing threads. So 10 times the limit is
/// always too much.
inline bool over_wall_time(std::int64_t limit_ns, std::int64_t wall_ns, std::int64_t queued_ns) {
  constexpr std::int64_t most_limits = 10;
  if (limit_ns == 0 || wall_ns <= limit_ns) return false;
  return wall_ns - queued_ns > limit_ns || wall_ns / most_limits >= limit_ns;
}

/// One thread plays: it begins matches, and begins and ends waits. Any thread may ask.
class WallLimit {
 public:
  /// Begins a match. A limit of 0 means none.
  void begin(std::int64_t limit_ns) {
    limit_ns_ = limit_ns;
    queued_before_ns_.reset();
    waited_ticks_ = 0;
  }

  void begin_wait() { began_ticks_.store(ticks.now(), relaxed); }
  /// Does nothing if the host does not wait.
  void end_wait() {
    const std::uint64_t began = began_ticks_.load(relaxed);
    if (began == 0) return;
    began_ticks_.store(0, relaxed);
    waited_ticks_.store(waited_ticks_.load(relaxed) + (ticks.now() - began), relaxed);
  }

  [[nodiscard]] std::int64_t limit_ns() const { return limit_ns_; }

  /// Returns the time of the waits that have ended.
  [[nodiscard]] std::int64_t waited_ns() const { return ticks.nanoseconds(waited_ticks_.load(relaxed)); }

  /// Returns the same with the time of the present wait; nothing if the host does not wait.
  [[nodiscard]] std::optional<std::int64_t> waiting_ns() const {
    const std::uint64_t began = began_ticks_.load(relaxed);
    if (began == 0) return std::nullopt;
    const std::uint64_t now = std::max(ticks.now(), began);
    return ticks.nanoseconds(waited_ticks_.load(relaxed) + (now - began));
  }

  /// Returns whether the host waits for `process` (0: unknown) and the match is over the limit. To be called from time
  /// to time by one thread, and not while a match begins. Measures the time without a core only in the second half of
  /// the limit: most matches end before that, and measuring costs time.
  bool passed(pid_t process) {
    const std::int64_t limit = limit_ns_;
    const std::int64_t wall_ns = waiting_ns().value_or(0);
    if (limit == 0 || wall_ns <= limit / 2) return false;
    const std::int64_t queued = queued_ns(process);
    if (!queued_before_ns_) queued_before_ns_ = queued;
    return over_wall_time(limit, wall_ns, queued - *queued_before_ns_);
  }

 private:
  static constexpr std::memory_order relaxed = std::memory_order_relaxed;

  std::atomic<std::int64_t> limit_ns_ = 0;
  std::atomic<std::uint64_t> waited_ticks_ = 0;
  std::atomic<std::uint64_t> began_ticks_ = 0;    // of the present wait; 0: there is none
  std::optional<std::int64_t> queued_before_ns_;  // queued_ns() after half of the limit
};

}  // namespace host

// The limit of the time by the clock that one match may take.
#pragma once

#include "host/isolation/process_status.hpp"

#include <sys/types.h>

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

class WallLimit {
 public:
  /// Begins a match. A limit of 0 means none.
  void begin(std::int64_t limit_ns) {
    limit_ns_ = limit_ns;
    queued_before_ns_.reset();
  }

  /// Returns the limit. Thread-safe.
  [[nodiscard]] std::int64_t limit_ns() const { return limit_ns_; }

  /// Returns whether a match of `process` (0: unknown) that has taken `wall_ns` is over the limit. Must be called from
  /// time to time. Measures the time without a core only in the second half of the limit: most matches end before that,
  /// and measuring costs time.
  bool passed(std::int64_t wall_ns, pid_t process) {
    const std::int64_t limit = limit_ns_;
    if (limit == 0 || wall_ns <= limit / 2) return false;
    const std::int64_t queued = queued_ns(process);
    if (!queued_before_ns_) queued_before_ns_ = queued;
    return over_wall_time(limit, wall_ns, queued - *queued_before_ns_);
  }

 private:
  std::atomic<std::int64_t> limit_ns_ = 0;
  std::optional<std::int64_t> queued_before_ns_;  // queued_ns() after half of the limit
};

}  // namespace host

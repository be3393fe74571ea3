#include "host/isolation/wall_limit.hpp"

namespace host {

void WallLimit::begin_measuring() {
  const std::lock_guard lock(guard_);
  if (!measure_) return;
  measured_ticks_ = ticks.now();
  measured_ = measure_();
}

void WallLimit::end_measuring() {
  const std::lock_guard lock(guard_);
  lost_ns_ += lost_in_wait();
  measured_.reset();
}

/// Requires that guard_ is held.
std::int64_t WallLimit::lost_in_wait() const {
  if (!measured_) return 0;
  const CoreUse now = measure_();
  return lost_ns(*measured_, now, ticks.nanoseconds(ticks.now() - measured_ticks_));
}

bool WallLimit::passed() {
  const std::int64_t limit = limit_ns_;
  const std::int64_t wall_ns = waiting_ns().value_or(0);
  if (limit == 0 || wall_ns <= limit / 2) return false;
  if (!is_late_.exchange(true)) {
    begin_measuring();
    return false;
  }
  if (wall_ns <= limit) return false;
  const std::lock_guard lock(guard_);
  return over_wall_time(limit, wall_ns, lost_ns_ + lost_in_wait());
}

}  // namespace host

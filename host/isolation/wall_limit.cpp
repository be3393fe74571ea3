#include "host/isolation/wall_limit.hpp"

#include "host/isolation/process_status.hpp"

namespace host {

bool over_wall_time(std::int64_t limit_ns, std::int64_t wall_ns, std::int64_t queued_ns) {
  constexpr std::int64_t most_limits = 10;
  if (limit_ns == 0 || wall_ns <= limit_ns) return false;
  return wall_ns - queued_ns > limit_ns || wall_ns / most_limits >= limit_ns;
}

/// Measures the time without a core only in the second half of the limit: most matches end before that, and measuring
/// costs time.
bool WallLimit::passed(std::int64_t wall_ns, pid_t process) {
  const std::int64_t limit = limit_ns_;
  if (limit == 0 || wall_ns <= limit / 2) return false;
  const std::int64_t queued = queued_ns(process);
  if (!queued_before_ns_) queued_before_ns_ = queued;
  return over_wall_time(limit, wall_ns, queued - *queued_before_ns_);
}

}  // namespace host

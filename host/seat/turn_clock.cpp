#include "host/seat/turn_clock.hpp"

namespace host {

void TurnClock::reset() {
  *this = TurnClock();
}

void TurnClock::stop_slowly(std::uint64_t used) {
  if (exact_) {
    exact_cpu_ns_ += read_clock(CLOCK_THREAD_CPUTIME_ID) - started_cpu_ns_;
    exact_ticks_ += used;
  }
  exact_ = ticks.nanoseconds(used) > short_turn_ns;
}

std::int64_t TurnClock::cpu_ns() const {
  const std::int64_t past = exact_cpu_ns_ + ticks.nanoseconds(wall_ticks_ - exact_ticks_);
  if (!running_) return past;
  return past + (exact_ ? read_clock(CLOCK_THREAD_CPUTIME_ID) - started_cpu_ns_
                        : ticks.nanoseconds(ticks.now() - started_ticks_));
}

std::int64_t TurnClock::wall_ns() const {
  return ticks.nanoseconds(wall_ticks_ + (running_ ? ticks.now() - started_ticks_ : 0));
}

}  // namespace host

#include "host/seat/turn_clock.hpp"

#include <algorithm>

namespace host {

namespace {

/// What the thread's CPU clock said when a match began, and when that was. The seats of one match, and matches that
/// take microseconds, share it.
struct Reading {
  std::int64_t cpu_ns = 0;
  std::uint64_t at_ticks = 0;  // 0: there is none yet
};
thread_local Reading last_reading;

}  // namespace

void TurnClock::reset() {
  *this = TurnClock();
  const std::uint64_t now = ticks.now();
  if (last_reading.at_ticks == 0 || ticks.nanoseconds(now - last_reading.at_ticks) > reading_lasts_ns)
    last_reading = {read_clock(CLOCK_THREAD_CPUTIME_ID), now};
  read_cpu_ns_ = last_reading.cpu_ns;
}

void TurnClock::stop_slowly(std::uint64_t used) {
  const std::int64_t cpu_ns = read_clock(CLOCK_THREAD_CPUTIME_ID);
  const std::int64_t since = cpu_ns - read_cpu_ns_;
  exact_cpu_ns_ += exact_ ? since : std::min(since, ticks.nanoseconds(used));
  exact_ticks_ += used;
  read_cpu_ns_ = cpu_ns;
  exact_ = ticks.nanoseconds(used) > short_turn_ns;
}

std::int64_t TurnClock::cpu_ns() const {
  const std::int64_t past = exact_cpu_ns_ + ticks.nanoseconds(wall_ticks_ - exact_ticks_);
  if (!running_) return past;
  const std::int64_t since = read_clock(CLOCK_THREAD_CPUTIME_ID) - read_cpu_ns_;
  return past + (exact_ ? since : std::min(since, ticks.nanoseconds(ticks.now() - started_ticks_)));
}

std::int64_t TurnClock::wall_ns() const {
  return ticks.nanoseconds(wall_ticks_ + (running_ ? ticks.now() - started_ticks_ : 0));
}

}  // namespace host

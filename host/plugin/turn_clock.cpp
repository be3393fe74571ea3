#include "host/plugin/turn_clock.hpp"

#include <pthread.h>

#include <algorithm>
#include <thread>

namespace host {

namespace {

/// The reading of the thread's CPU clock at the start of a match, and its time. The seats of one match, and matches
/// that take microseconds, share the reading.
struct LastReading {
  std::int64_t cpu_ns = 0;
  std::uint64_t at_ticks = 0;  // 0: no reading yet
};
thread_local LastReading last_reading;

}  // namespace

void TurnClock::reset() {
  const std::uint64_t now = ticks.now();
  if (last_reading.at_ticks == 0 || ticks.nanoseconds(now - last_reading.at_ticks) > reading_lasts_ns)
    last_reading = {read_clock(CLOCK_THREAD_CPUTIME_ID), now};
  counter_suffices_up_to_.store(surely_short_ticks, relaxed);
  started_ticks_.store(0, relaxed);
  read_cpu_ns_.store(last_reading.cpu_ns, relaxed);
  wall_ticks_.store(0, relaxed);
  exact_ticks_.store(0, relaxed);
  exact_cpu_ns_.store(0, relaxed);
  if (::pthread_getcpuclockid(::pthread_self(), &cpu_clock_) != 0) cpu_clock_ = CLOCK_THREAD_CPUTIME_ID;
}

std::uint64_t TurnClock::stop_slowly(std::uint64_t used) {
  const std::int64_t cpu_ns = read_clock(CLOCK_THREAD_CPUTIME_ID);
  const std::int64_t since = cpu_ns - read_cpu_ns_.load(relaxed);
  const std::int64_t used_ns =
      counter_suffices_up_to_.load(relaxed) == 0 ? since : std::min(since, ticks.nanoseconds(used));
  const std::uint32_t version = version_.load(relaxed);
  version_.store(version + 1, relaxed);
  // With "release", a thread that sees one of these stores also sees the odd version.
  constexpr std::memory_order release = std::memory_order_release;
  started_ticks_.store(0, release);
  const std::uint64_t all = wall_ticks_.load(relaxed) + used;
  wall_ticks_.store(all, release);
  exact_ticks_.store(exact_ticks_.load(relaxed) + used, release);
  exact_cpu_ns_.store(exact_cpu_ns_.load(relaxed) + used_ns, release);
  read_cpu_ns_.store(cpu_ns, release);
  counter_suffices_up_to_.store(ticks.nanoseconds(used) > short_turn_ns ? 0 : surely_short_ticks, release);
  version_.store(version + 2, release);
  return all;
}

TurnClock::Reading TurnClock::read() const {
  constexpr std::memory_order acquire = std::memory_order_acquire;
  for (;;) {
    const std::uint32_t version = version_.load(acquire);
    Reading reading;
    reading.exact = counter_suffices_up_to_.load(acquire) == 0;
    const std::int64_t exact_cpu_ns = exact_cpu_ns_.load(acquire);
    const std::uint64_t exact_ticks = exact_ticks_.load(acquire);
    // In this order, a turn included in wall_ticks_ is never also counted as running.
    reading.wall_ticks = wall_ticks_.load(acquire);
    reading.started_ticks = started_ticks_.load(acquire);
    reading.read_cpu_ns = read_cpu_ns_.load(acquire);
    if (version % 2 == 0 && version_.load(relaxed) == version) {
      reading.past_cpu_ns = exact_cpu_ns + ticks.nanoseconds(reading.wall_ticks - exact_ticks);
      return reading;
    }
    std::this_thread::yield();
  }
}

std::int64_t TurnClock::cpu_ns() const {
  const Reading reading = read();
  if (reading.started_ticks == 0) return reading.past_cpu_ns;
  const std::int64_t since = read_clock(cpu_clock_) - reading.read_cpu_ns;
  return reading.past_cpu_ns +
         (reading.exact ? since : std::min(since, ticks.nanoseconds(ticks.now() - reading.started_ticks)));
}

std::int64_t TurnClock::wall_ns() const {
  const Reading reading = read();
  return ticks.nanoseconds(reading.wall_ticks + (reading.started_ticks != 0 ? ticks.now() - reading.started_ticks : 0));
}

}  // namespace host

#include "host/seat/turn_clock.hpp"

#include <atomic>
#include <ctime>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

namespace host {

namespace {

std::int64_t read_clock(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// A counter that is cheap to read: the time stamp counter where it runs at one rate on all cores, else
/// CLOCK_MONOTONIC.
class Ticks {
 public:
  [[nodiscard]] std::uint64_t now() const {
#if defined(__x86_64__)
    if (counter_) return __rdtsc();
#endif
    return static_cast<std::uint64_t>(read_clock(CLOCK_MONOTONIC));
  }

  /// Nanoseconds that `ticks` last, by comparing both clocks since the program began: the longer ago, the better.
  [[nodiscard]] std::int64_t nanoseconds(std::uint64_t ticks) const {
    if (!counter_) return static_cast<std::int64_t>(ticks);
    return static_cast<std::int64_t>(static_cast<double>(ticks) * rate());
  }

  /// Whether `ticks` last longer than `bound` nanoseconds.
  [[nodiscard]] bool longer(std::uint64_t ticks, std::int64_t bound) const {
    // Counters run at more than 0.1 and less than 10 ticks a nanosecond: most turns are judged without the rate.
    if (ticks < static_cast<std::uint64_t>(bound) / 10) return false;
    return nanoseconds(ticks) > bound;
  }

 private:
  [[nodiscard]] double rate() const {
    const double settled = settled_rate_.load(std::memory_order_relaxed);
    if (settled > 0) return settled;
    constexpr std::int64_t enough_ns =
        200'000;  // reading the clocks is off by some 50 ns, so the rate by less than 0.1%
    constexpr std::int64_t settles_ns = 100'000'000;  // and by less than a millionth from here on
    std::int64_t elapsed_ns = 0;
    std::uint64_t elapsed_ticks = 0;
    do {
      elapsed_ns = read_clock(CLOCK_MONOTONIC) - began_ns_;
      elapsed_ticks = now() - began_ticks_;
    } while (elapsed_ns < enough_ns);
    const double found = static_cast<double>(elapsed_ns) / static_cast<double>(elapsed_ticks);
    if (elapsed_ns > settles_ns) settled_rate_.store(found, std::memory_order_relaxed);
    return found;
  }

  static bool steady_counter() {
#if defined(__x86_64__)
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    constexpr unsigned invariant_tsc = 1U << 8U;
    return __get_cpuid(0x80000007U, &a, &b, &c, &d) != 0 && (d & invariant_tsc) != 0;
#else
    return false;
#endif
  }

  bool counter_ = steady_counter();
  std::int64_t began_ns_ = read_clock(CLOCK_MONOTONIC);
  std::uint64_t began_ticks_ = now();
  mutable std::atomic<double> settled_rate_ = 0;
};

const Ticks ticks;

}  // namespace

void TurnClock::reset() {
  *this = TurnClock();
}

void TurnClock::start() {
  running_ = true;
  if (exact_) started_cpu_ns_ = read_clock(CLOCK_THREAD_CPUTIME_ID);
  started_ticks_ = ticks.now();
}

void TurnClock::stop() {
  const std::uint64_t used = ticks.now() - started_ticks_;
  running_ = false;
  wall_ticks_ += used;
  if (exact_) {
    cpu_ns_ += read_clock(CLOCK_THREAD_CPUTIME_ID) - started_cpu_ns_;
  } else {
    cpu_ticks_ += used;
  }
  exact_ = ticks.longer(used, short_turn_ns);
}

std::int64_t TurnClock::cpu_ns() const {
  std::int64_t total = cpu_ns_ + ticks.nanoseconds(cpu_ticks_);
  if (running_) {
    total += exact_ ? read_clock(CLOCK_THREAD_CPUTIME_ID) - started_cpu_ns_
                    : ticks.nanoseconds(ticks.now() - started_ticks_);
  }
  return total;
}

bool TurnClock::used_more_than(std::int64_t limit) const {
  return ticks.longer(wall_ticks_, limit) && cpu_ns() > limit;
}

std::int64_t TurnClock::wall_ns() const {
  return ticks.nanoseconds(wall_ticks_ + (running_ ? ticks.now() - started_ticks_ : 0));
}

}  // namespace host

// A counter of time that is cheap to read: the processor's time stamp counter where it runs at one rate on all cores,
// else CLOCK_MONOTONIC.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace host {

constexpr std::int64_t nanoseconds(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// Returns a clock's time in nanoseconds; 0 if there is no such clock, as that of a process that has been reaped.
inline std::int64_t read_clock(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return nanoseconds(time);
}

class Ticks {
 public:
  Ticks();

  [[nodiscard]] std::uint64_t now() const {
#if defined(__x86_64__)
    if (counter_) return __rdtsc();
#endif
    return static_cast<std::uint64_t>(read_clock(CLOCK_MONOTONIC));
  }

  /// Nanoseconds that `ticks` last.
  [[nodiscard]] std::int64_t nanoseconds(std::uint64_t ticks) const {
    return counter_ ? static_cast<std::int64_t>(static_cast<double>(ticks) * rate()) : static_cast<std::int64_t>(ticks);
  }

  /// A number of ticks that surely last no longer than `bound` nanoseconds: no counter runs slower than a tick in ten
  /// nanoseconds.
  static constexpr std::uint64_t surely_within(std::int64_t bound) {
    return static_cast<std::uint64_t>(bound) / 10;
  }

 private:
  /// Nanoseconds a tick, by comparing both clocks since the program began: the longer ago, the better.
  [[nodiscard]] double rate() const;

  bool counter_;
  std::int64_t began_ns_ = 0;
  std::uint64_t began_ticks_ = 0;
  mutable std::atomic<double> settled_rate_ = 0;
};

/// The one counter of this process, made before main().
extern const Ticks ticks;

}  // namespace host

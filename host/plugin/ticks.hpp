// A time counter that is cheap to read: the processor's time stamp counter if it runs at one rate on all cores,
// otherwise CLOCK_MONOTONIC.
#pragma once

#include <sys/time.h>

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

constexpr std::int64_t nanoseconds(const timeval& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::int64_t>(time.tv_usec) * 1000;
}

/// Returns a clock's time in nanoseconds; 0 if the clock does not exist, as for a process that has been reaped.
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
    if (counter_) [[likely]]
      return __rdtsc();
#endif
    return monotonic();
  }

  /// Returns the duration of `ticks` in nanoseconds.
  [[nodiscard]] std::int64_t nanoseconds(std::uint64_t ticks) const {
    return counter_ ? static_cast<std::int64_t>(static_cast<double>(ticks) * rate()) : static_cast<std::int64_t>(ticks);
  }

  /// Returns a number of ticks that last at most `bound` nanoseconds: no counter is slower than one tick per 10 ns.
  static constexpr std::uint64_t surely_within(std::int64_t bound) {
    return static_cast<std::uint64_t>(bound) / 10;
  }

 private:
  /// Returns nanoseconds per tick, by comparing both clocks since the program's start. The accuracy increases with
  /// time.
  [[nodiscard]] double rate() const;
  /// A function of its own, so that now() stays small.
  [[nodiscard, gnu::noinline]] static std::uint64_t monotonic() {
    return static_cast<std::uint64_t>(read_clock(CLOCK_MONOTONIC));
  }

  bool counter_;
  std::int64_t began_ns_ = 0;
  std::uint64_t began_ticks_ = 0;
  mutable std::atomic<double> settled_rate_ = 0;
};

/// The only counter of this process, created before main().
extern const Ticks ticks;

}  // namespace host

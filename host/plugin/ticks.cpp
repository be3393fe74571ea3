#include "host/plugin/ticks.hpp"

#include <tuple>
#include <utility>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace host {

namespace {

bool steady_counter() {
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

/// Returns simultaneous readings of both clocks. A thread may be interrupted between two readings, for longer than the
/// measured time. So the closest of several pairs is used.
std::pair<std::int64_t, std::uint64_t> both_clocks(const Ticks& counter) {
  constexpr int tries = 5;
  std::pair<std::int64_t, std::uint64_t> closest;
  std::uint64_t least = UINT64_MAX;
  for (int attempt = 0; attempt < tries; ++attempt) {
    const std::uint64_t before = counter.now();
    const std::int64_t time = read_clock(CLOCK_MONOTONIC);
    const std::uint64_t between = counter.now() - before;
    if (between >= least) continue;
    least = between;
    closest = {time, before + between / 2};
  }
  return closest;
}

}  // namespace

const Ticks ticks;

Ticks::Ticks() : counter_(steady_counter()) {
  std::tie(began_ns_, began_ticks_) = both_clocks(*this);
}

double Ticks::rate() const {
  const double settled = settled_rate_.load(std::memory_order_relaxed);
  if (settled > 0) return settled;
  constexpr std::int64_t enough_ns = 200'000;  // the clock readings are off by about 50 ns, the rate by less than 0.1%
  constexpr std::int64_t settles_ns = 100'000'000;  // from here on, by less than one millionth
  std::int64_t elapsed_ns = 0;
  std::uint64_t elapsed_ticks = 0;
  do {
    const auto [time, count] = both_clocks(*this);
    elapsed_ns = time - began_ns_;
    elapsed_ticks = count - began_ticks_;
  } while (elapsed_ns < enough_ns);
  const double found = static_cast<double>(elapsed_ns) / static_cast<double>(elapsed_ticks);
  if (elapsed_ns > settles_ns) settled_rate_.store(found, std::memory_order_relaxed);
  return found;
}

}  // namespace host

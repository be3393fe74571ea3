#include "host/seat/ticks.hpp"

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

}  // namespace

const Ticks ticks;

Ticks::Ticks() : counter_(steady_counter()), began_ns_(read_clock(CLOCK_MONOTONIC)), began_ticks_(now()) {}

double Ticks::rate() const {
  const double settled = settled_rate_.load(std::memory_order_relaxed);
  if (settled > 0) return settled;
  constexpr std::int64_t enough_ns = 200'000;  // reading the clocks is off by some 50 ns, so the rate by less than 0.1%
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

}  // namespace host

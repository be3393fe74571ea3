// Random numbers for resampling, the same on every machine: results of an analysis must not differ between two runs.
#pragma once

#include <cstdint>
#include <random>

namespace stats {

/// Bounded draws from std::mt19937_64, whose output the C++ standard fixes; what <random>'s distributions make of it
/// differs between libraries.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : generator_(seed) {}

  /// Uniform over 0 .. bound - 1; bound at least 1. The upper half of bound times a 32-bit draw, drawn again where the
  /// lower half lies in the stretch that would make some results more likely (Lemire 2019).
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = upper_half() * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t uneven = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < uneven) product = upper_half() * bound;
    }
    return static_cast<std::uint32_t>(product >> 32U);
  }

  /// Uniform over the multiples of 2^-53 in [0, 1).
  double fraction() { return static_cast<double>(generator_() >> 11U) * 0x1p-53; }

 private:
  std::uint64_t upper_half() { return generator_() >> 32U; }

  std::mt19937_64 generator_;
};

}  // namespace stats

// Random numbers for resampling, the same on every machine: repeated analyses must give the same results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace stats {

/// The number of groups of seeds that are resampled as a whole, so that many seeds take little memory: a seed belongs
/// to the group of its remainder. Up to this number of consecutive seeds, each is a separate group. It is prime, so
/// that equidistant seeds use all groups.
inline constexpr std::size_t seed_groups = 509;

/// Bounded draws from std::mt19937_64, whose output the C++ standard defines. The results of <random>'s distributions,
/// however, differ between libraries.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : generator_(seed) {}

  /// Returns a uniform number from 0 to bound - 1; bound must be at least 1. It is the upper half of bound times a
  /// 32-bit draw. If the lower half is in the range that would bias the result, draws again (Lemire 2019).
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = upper_half() * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t uneven = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < uneven) product = upper_half() * bound;
    }
    return static_cast<std::uint32_t>(product >> 32U);
  }

  /// Returns a uniform multiple of 2^-53 in [0, 1).
  double fraction() { return static_cast<double>(generator_() >> 11U) * 0x1p-53; }

 private:
  std::uint64_t upper_half() { return generator_() >> 32U; }

  std::mt19937_64 generator_;
};

}  // namespace stats

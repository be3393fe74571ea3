// agon/random.hpp - random numbers that are the same on every machine and with every standard library.
#pragma once

#include <cstdint>
#include <random>

namespace agon {

/// std::mt19937_64, whose output the C++ standard fixes, with draws of our own: those of <random>'s distributions
/// differ between libraries.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Uniform over all 64-bit values.
  std::uint64_t next() { return engine_(); }

  /// Uniform over 0 .. bound - 1; bound at least 1. The remainder of a 64-bit draw by `bound`, drawn again while the
  /// draw lies in the last, incomplete stretch of `bound` values.
  std::uint64_t below(std::uint64_t bound) {
    for (;;) {
      const std::uint64_t draw = next();
      const std::uint64_t rest = draw % bound;
      if (draw - rest <= UINT64_MAX - (bound - 1)) return rest;  // the stretch that begins at draw - rest is complete
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace agon

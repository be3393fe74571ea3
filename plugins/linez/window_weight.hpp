// What equal numbers in a window, a place where a line fits, promise.
#pragma once

#include "rules.hpp"

#include <array>
#include <cstddef>

namespace linez {

/// Returns the value of `count` equal numbers in a window with `others` other numbers: count^4 * 0.4^others. Each is at
/// most max_side + 1. Found by trying exponents from 2 to 4 and factors from 0 to 0.5 on several hundred matches; the
/// results around the optimum are similar.
inline double window_weight(int count, int others) {
  constexpr std::size_t most = max_side + 2;
  static constexpr auto table = [] {
    std::array<std::array<double, most>, most> made{};
    for (std::size_t numbers = 0; numbers < most; ++numbers) {
      auto worth = static_cast<double>(numbers * numbers * numbers * numbers);
      for (double& entry : made[numbers]) {
        entry = worth;
        worth *= 0.4;
      }
    }
    return made;
  }();
  return table[static_cast<std::size_t>(count)][static_cast<std::size_t>(others)];
}

}  // namespace linez

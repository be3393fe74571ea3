// Shares the time of a match out over its clicks.
//
// The number of clicks still to come is at most the number of tiles left. The last clicks of a match decide which tiles
// stay behind, so each of them gets many times what a click on high stacks gets.
#pragma once

#include <algorithm>
#include <cstdint>

namespace chesspuzzle::champion {

class Clock {
 public:
  /// Upper bound of the time of a click with a search of width 1, on a slow machine.
  static constexpr std::int64_t quick_click_ns = 100'000;
  /// Upper bound of the time of a click without a search.
  static constexpr std::int64_t any_click_ns = 3'000;
  /// Time for a click if the match has no limit.
  static constexpr std::int64_t unlimited_ns = 5'000'000;
  /// The weight of a click while stacks are high, compared to one of the last clicks.
  static constexpr double early_weight = .2;

  enum class Pace { search, quick, any };
  struct Allowance {
    Pace pace = Pace::quick;
    std::int64_t ns = 0;  // for the search
  };

  /// Returns what the next click may take. `early`: how many of the `clicks` that can still come have a small weight.
  [[nodiscard]] static Allowance allow(std::int64_t left_ns, int clicks, int early) {
    if (left_ns == INT64_MAX) return {Pace::search, unlimited_ns};
    const std::int64_t rest = left_ns / 16 + clicks * any_click_ns;
    if (left_ns < 2 * rest) return {Pace::any, 0};
    const std::int64_t free = left_ns - rest - clicks * quick_click_ns;
    if (free <= 0) return {Pace::quick, 0};
    const double weight = early > 0 ? early_weight : 1;
    const double sum = (clicks - early) + early * early_weight;
    return {Pace::search, static_cast<std::int64_t>(static_cast<double>(free) * weight / std::max(sum, 4.0))};
  }

  /// Returns what the comparison of one of the last clicks may take: `expected` will come, not `clicks`.
  [[nodiscard]] static std::int64_t allow_last(std::int64_t left_ns, int clicks, double expected) {
    const std::int64_t free = left_ns - left_ns / 16 - clicks * (any_click_ns + quick_click_ns);
    return std::max(std::int64_t{0}, static_cast<std::int64_t>(static_cast<double>(free) / (expected + 10)));
  }
};

}  // namespace chesspuzzle::champion

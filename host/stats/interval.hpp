// A confidence interval.
#pragma once

#include <cstddef>

namespace stats {

/// The minimum number of seeds for an interval. With fewer, no two-sided test at 95 % finds a difference, even if one
/// strategy wins on every seed: for five seeds, this happens to equal strategies with probability 1/16.
inline constexpr std::size_t least_seeds = 6;

/// low <= high. If there are too few data, the interval is the whole line: from minus to plus infinity.
struct Interval {
  double low = 0;
  double high = 0;
};

}  // namespace stats

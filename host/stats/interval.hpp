// A range in which a number lies with a stated confidence.
#pragma once

#include <cstddef>

namespace stats {

/// The fewest seeds that give an interval. With fewer, no two-sided test at 95 % finds a difference, even if one
/// strategy wins on every seed: over five seeds that happens to equal strategies with probability 1/16.
inline constexpr std::size_t least_seeds = 6;

/// low <= high. If the data are too few, it is the whole line: from minus to plus infinity.
struct Interval {
  double low = 0;
  double high = 0;
};

}  // namespace stats

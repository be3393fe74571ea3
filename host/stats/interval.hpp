// A range in which a number lies with a stated confidence.
#pragma once

#include <cstddef>

namespace stats {

/// With fewer seeds no test of 95 % finds anything, even where one strategy wins all of them: that happens to equals in
/// one of 16 comparisons over five seeds. So fewer tell no interval of a strength either.
inline constexpr std::size_t least_seeds = 6;

/// low <= high. Where the data can tell nothing, it is the whole line: from minus to plus infinity.
struct Interval {
  double low = 0;
  double high = 0;
};

}  // namespace stats

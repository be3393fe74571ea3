// A range in which a number lies with a stated confidence.
#pragma once

namespace stats {

/// low <= high. Where the data can tell nothing, it is the whole line: from minus to plus infinity.
struct Interval {
  double low = 0;
  double high = 0;
};

}  // namespace stats

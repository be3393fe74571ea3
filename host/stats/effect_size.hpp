// How large a difference is, beside how it varies.
#pragma once

#include "host/stats/significance.hpp"

#include <limits>

namespace stats {

/// Returns the mean difference in standard deviations of the differences (Cohen, Statistical Power Analysis, 1988: d_z);
/// NaN if they do not vary.
inline double effect_size(const Paired& paired) {
  return paired.deviation > 0 ? paired.mean / paired.deviation : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace stats

// Student's t: intervals of a mean that are quick to compute, for displays and for races. bootstrap.hpp has those for
// results.
#pragma once

#include "host/stats/interval.hpp"

#include <cstddef>
#include <span>

namespace stats {

/// Returns the number below which a t-distributed number with `freedom` degrees of freedom lies with `probability`,
/// which is above 0 and below 1. `freedom` is at least 1.
double student_quantile(double probability, std::size_t freedom);

/// Returns the interval of the mean; the whole line for fewer than two values.
Interval student_interval(std::span<const double> values, double confidence);

}  // namespace stats

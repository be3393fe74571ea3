// Student's t: intervals of a mean that are quick to compute, for displays and for races. bootstrap.hpp has those for
// results. Also the comparison of two means.
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

/// Independent values.
struct Sample {
  double count = 0;
  double mean = 0;
  double variance = 0;  // estimated from the sample: its divisor is count - 1
};

/// Returns the two-sided p-value of Welch's t-test (1947) for equal means. Samples have two values or more. If neither
/// varies, returns 1 for equal means and 0 for others.
double welch_p(const Sample& a, const Sample& b);

}  // namespace stats

// Tests of differences: of two means (Student's t), of two shares (Fisher), and of several at once (Holm). Intervals of
// a mean that are quick to compute, for displays and for races; bootstrap.hpp has those for results.
#pragma once

#include "host/stats/intervals.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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

/// Returns the probability of at least `count` marked ones in a sample of `size` out of `all`, of which `marked` are
/// marked: the one-sided p-value for more marked ones in the sample than elsewhere (hypergeometric distribution).
/// Requires count <= size <= all and marked <= all < 2^31.
double fisher_more(std::uint32_t count, std::uint32_t size, std::uint32_t marked, std::uint32_t all);

/// Returns the p-values adjusted by Holm's step-down method (1979), in the order of `p`. The smallest is multiplied by
/// their number, the next by one less, and so on. None is below its predecessor or above 1. Each of `p` must be in [0,
/// 1].
std::vector<double> holm(std::span<const double> p);

}  // namespace stats

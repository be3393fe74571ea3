// Intervals of a mean: by resampling, and of Student.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stats {

// A confidence interval.

/// The minimum number of seeds for an interval. With fewer, no two-sided test at 95 % finds a difference, even if one
/// strategy wins on every seed: for five seeds, this happens to equal strategies with probability 1/16.
inline constexpr std::size_t least_seeds = 6;

/// low <= high. If there are too few data, the interval is the whole line: from minus to plus infinity.
struct Interval {
  double low = 0;
  double high = 0;
};

// Confidence intervals of a mean over seeds, by resampling the seeds (Efron, Tibshirani: An Introduction to the
// Bootstrap, 1993). Assumes no particular distribution of the scores.

struct BootstrapOptions {
  std::size_t rounds = 5000;  // resampled means; at least 1
  double confidence = 0.95;   // of the interval; in (0, 1)
  std::uint64_t seed = 1;     // of the draws: same seed, same interval
};

/// Returns the mean; 0 if there are no values.
double mean(std::span<const double> values);

/// Returns the value below which the fraction `probability` of `sorted` lies, interpolated linearly. `sorted` must be
/// ascending and not empty; `probability` in [0, 1].
double quantile(std::span<const double> sorted, double probability);

/// Returns the BCa interval of the mean (bias-corrected and accelerated, chapter 14.3 there), which is accurate for
/// skewed distributions, unlike plain percentiles; expanded for few values. `values` must be finite, one for each seed.
///
/// More than 2,000 values are distributed over 1,000 groups, which are resampled as a whole: the spread is the same,
/// and the time is bounded. Fewer than least_seeds values give the whole line.
Interval bootstrap_mean(std::span<const double> values, const BootstrapOptions& options = {});

/// The same for several means. Those of equally many values, one after the other, share the draws, which take longest.
class MeanBootstrap {
 public:
  explicit MeanBootstrap(const BootstrapOptions& options) : options_(options) {}
  Interval interval(std::span<const double> values);

 private:
  std::vector<double> resampled_means(std::span<const double> values);

  BootstrapOptions options_;
  std::vector<std::uint16_t> drawn_;  // of all rounds
};

}  // namespace stats

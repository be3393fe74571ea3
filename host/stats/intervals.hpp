// Intervals of a mean: by resampling, and of Student.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
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

inline constexpr Interval whole_line = {-std::numeric_limits<double>::infinity(),
                                        std::numeric_limits<double>::infinity()};

/// Returns the end of an interval: the last number from `inside` to `outside` for which `holds` is true. It is true at
/// `inside`, and from some number on no more. Each halving makes the result more accurate by a bit.
template <class Holds>
double end_of_interval(double inside, double outside, int halvings, const Holds& holds) {
  for (int halving = 0; halving < halvings; ++halving) {
    const double middle = (inside + outside) / 2;
    (holds(middle) ? inside : outside) = middle;
  }
  return inside;
}

// Confidence intervals of a mean over seeds, by resampling the seeds (Efron, Tibshirani: An Introduction to the
// Bootstrap, 1993). Assumes no particular distribution of the scores.

struct BootstrapOptions {
  std::size_t rounds = 5000;  // resampled means; at least 1
  double confidence = 0.95;   // of the interval; in (0, 1)
};

/// Returns the mean; 0 if there are no values.
double mean(std::span<const double> values);

/// Returns the value below which the fraction `probability` of `sorted` lies, interpolated linearly. `sorted` must be
/// ascending and not empty; `probability` in [0, 1].
double quantile(std::span<const double> sorted, double probability);

/// Returns how many standard deviations of resampled results an interval reaches to each side, so that it is as wide as
/// Student's: those of few values spread too little (Hesterberg, What Teachers Should Know About the Bootstrap, 2015,
/// section 3.2). There are at least two values; of clusters of values, it is their number K (see ClusteredMean).
double resampled_reach(double confidence, double values);

/// Returns the BCa interval of the mean (bias-corrected and accelerated, chapter 14.3 there), which is accurate for
/// skewed distributions, unlike plain percentiles; expanded for few values. `values` must be finite, one for each seed.
///
/// More than 2,000 values are distributed over 1,000 groups, which are resampled as a whole: the spread is the same,
/// and the time is bounded. Fewer than least_seeds values give the whole line, and so do values that are all equal:
/// resampling shows no spread, which does not prove that there is none. The same values have the same interval.
Interval bootstrap_mean(std::span<const double> values, const BootstrapOptions& options = {});

/// The same for several means. Those of equally many values, one after the other, share the draws, which take longest.
class MeanBootstrap {
 public:
  explicit MeanBootstrap(const BootstrapOptions& options) : options_(options) {}
  Interval interval(std::span<const double> values) { return interval(values, static_cast<double>(values.size())); }
  /// The same for values that stand for clusters of several values, as many as K (see ClusteredMean). Below 2, the
  /// whole line.
  Interval interval(std::span<const double> values, double count);

 private:
  std::vector<double> resampled_means(std::span<const double> values);

  BootstrapOptions options_;
  std::vector<std::uint16_t> drawn_;  // of all rounds
};

// The mean of values with known bounds, judged after any number of them.
//
// Let the values lie in [0, 1], and m be a mean. A player who stakes the part c of the wealth on "the mean is above m"
// has the wealth prod (1 + c (x / m - 1)) after the values x. If their mean is at most m, this is a supermartingale,
// and so is its average over c. By Ville's inequality, the probability that it ever reaches 1 / alpha is at most alpha,
// for all distributions and from the first value on (Waudby-Smith, Ramdas: Estimating means of bounded random variables
// by betting, 2024). The wealth decreases in m, so the means that it excludes are those below a bound.
//
// Two means of independent values: a player who bets on "the first is above m" and another one on "the second is below
// m - d" have a product of wealths that is a supermartingale, too, if the means are m and m - d. So the difference is
// above d, once the product has reached 1 / alpha for all m.

class BoundedMean {
 public:
  /// The values lie in [low, high], low < high.
  explicit BoundedMean(double low = 0, double high = 1) : low_(low), high_(high) {}

  /// Adds a value, which is clamped to the bounds. Its distribution may depend on earlier values, but not its mean.
  void add(double value);

  [[nodiscard]] std::size_t count() const { return count_; }
  /// Returns the mean of the values; 0 if there are none.
  [[nodiscard]] double mean() const;

  /// Returns a bound that is at any time, with the probability 1 - alpha for all times together, not above the mean.
  [[nodiscard]] double at_least(double alpha) const;
  /// Likewise, with a bound that is not below the mean.
  [[nodiscard]] double at_most(double alpha) const;
  /// Returns both, each with half of alpha.
  [[nodiscard]] Interval interval(double alpha) const { return {at_least(alpha / 2), at_most(alpha / 2)}; }

  /// Returns a bound that is at any time, with the probability 1 - alpha, not above the mean of `one` less that of
  /// `other`. Both have the same bounds, and their values are independent. Its resolution is 1/200 of their distance.
  friend double difference_at_least(const BoundedMean& one, const BoundedMean& other, double alpha);

 private:
  double low_;
  double high_;
  std::map<double, std::size_t> values_{};  // how often each occurred, scaled to [0, 1]
  std::size_t count_ = 0;
};

double difference_at_least(const BoundedMean& one, const BoundedMean& other, double alpha);

}  // namespace stats

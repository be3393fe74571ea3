// Tests of differences: of two means (Student's t), of two shares (Fisher), and of several at once (Holm). Intervals of
// a mean that are quick to compute, for displays and for races; bootstrap_mean() has those for results.
#pragma once

#include "host/stats/intervals.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stats {

/// Returns the number below which a t-distributed number with `freedom` degrees of freedom lies with `probability`,
/// which is above 0 and below 1. `freedom` is at least 1.
double student_quantile(double probability, double freedom);

/// Returns the interval of the mean; the whole line for fewer than two values.
Interval student_interval(std::span<const double> values, double confidence);

// The mean of values that come in clusters, such as the blocks of a start: they may be alike within a cluster, and are
// independent between clusters. With K = n^2 / sum n_s^2 for clusters of n_s values, the variance is that of K values.

struct ClusteredMean {
  std::size_t clusters = 0;
  double mean = 0;     // of all values
  double error = 0;    // standard error, by the jackknife that leaves one cluster out
  double freedom = 0;  // K - 1

  /// Returns whether there are least_seeds clusters, not nearly all values being in one.
  [[nodiscard]] bool can_be_tested() const { return clusters >= least_seeds && freedom >= 1; }
  /// Returns Student's interval. The whole line if the mean can't be tested, or if all clusters are alike.
  [[nodiscard]] Interval interval(double confidence) const;
  /// Returns the two-sided p-value of Student's test for the mean `value`, but at least 2^(1 - clusters), as if the
  /// signs alone were known; 1 if it can't be tested.
  [[nodiscard]] double p(double value = 0) const;
};

/// `clusters` has the number of the cluster of each value.
ClusteredMean clustered_mean(std::span<const double> values, std::span<const std::uint64_t> clusters);

/// Independent values.
struct Sample {
  double count = 0;
  double mean = 0;
  double variance = 0;  // estimated from the sample: its divisor is count - 1
};

/// Returns the p-values adjusted by Holm's step-down method (1979), in the order of `p`. The smallest is multiplied by
/// their number, the next by one less, and so on. None is below its predecessor or above 1. Each of `p` must be in [0,
/// 1].
std::vector<double> holm(std::span<const double> p);

// Two strategies on the same seeds: which one scores higher, by how much, and with which certainty.

/// The signed-rank test of Wilcoxon: are paired differences symmetric about 0?
struct SignedRank {
  double positive = 0;    // sum of the ranks of the differences above 0
  double negative = 0;    // sum of the ranks of the differences below 0
  std::size_t count = 0;  // number of nonzero differences
  double p = 1;           // two-sided, in (0, 1]
  bool exact = true;      // whether p is exact rather than the normal approximation
};

/// Ranks the differences by size. Equal sizes share the mean of their ranks. Zeros are ranked as well and then dropped
/// (Pratt 1959): dropping them first would make a mean of many ties look too certain.
///
/// For up to 100 nonzero differences, p is exact: the fraction of the 2^count sign assignments to these ranks whose
/// sums differ at least as much. For more, p is the normal approximation with the variance of these ranks, which
/// includes the correction for ties and zeros, and a continuity correction of half a rank.
///
/// `differences` must be finite. Two of them are tied if their sizes are equal.
SignedRank signed_rank(std::span<const double> differences);

struct Paired {
  std::size_t seeds = 0;
  double mean = 0;                           // of the differences, first minus second
  double deviation = 0;                      // standard deviation of the differences; 0 for fewer than two seeds
  Interval interval;                         // of that mean: bootstrap_mean() or, in clusters, that of `clustered`
  SignedRank signed_rank;                    // of the differences; holm() corrects its p over many pairs
  std::optional<ClusteredMean> clustered{};  // of the differences, if some are in one cluster
  std::size_t wins = 0;                      // seeds on which the first scores more
  std::size_t ties = 0;                      // seeds with equal scores
  std::size_t losses = 0;                    // seeds on which the first scores less
  double ratio = 0;                          // mean of the first divided by mean of the second; NaN if the second is 0

  /// Returns whether the clusters suffice for a test, if there are any.
  [[nodiscard]] bool can_be_tested() const { return !clustered || clustered->can_be_tested(); }
  /// Returns the p-value for equal strategies: of the signed-rank test or, in clusters, of Student's.
  [[nodiscard]] double p() const { return clustered ? clustered->p() : signed_rank.p; }
};

/// Compares the scores of two strategies, one score for each seed and in the same order of seeds; higher is better. If
/// a seed is played in several seatings, combine their scores to one, such as their mean, since they are not
/// independent. `clusters` has the number of the cluster of each seed; empty: each is one of its own. Throws
/// std::invalid_argument if the lengths differ, or a difference is not finite.
Paired compare(std::span<const double> first, std::span<const double> second, const BootstrapOptions& options = {},
               std::span<const std::uint64_t> clusters = {});

/// Estimates how many seeds the signed-rank test needs to find a difference of that mean and standard deviation with
/// the probability 0.8, at the significance level `alpha`. This is the number for the normal test,
/// ((z(1 - alpha/2) + z(0.8)) deviation / mean)^2, divided by the test's efficiency 3 / pi (Lehmann, Nonparametrics,
/// 1975), but not fewer than those with which the test can find a difference at all. Returns nothing if the mean or the
/// deviation is 0 or not finite.
std::optional<std::uint64_t> seeds_to_find(double mean, double deviation, double alpha);

}  // namespace stats

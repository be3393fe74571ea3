// Elo from counts of results, and the sequential tests of it.
#pragma once

#include "host/stats/intervals.hpp"
#include "host/stats/significance.hpp"

#include <array>
#include <cstdint>

namespace stats {

// The results of two players in pairs of matches on the same seed with swapped seats.
//
// The unit is the pair, not the match: the two matches of a pair share their start and are not independent.

/// The number of pairs in which the first player got 0, 1/2, 1, 3/2 and 2 points; a win is worth 1 and a tie 1/2.
using Pentanomial = std::array<std::uint64_t, 5>;

/// One normalised Elo is the standard deviation of a match's score divided by this number: 800 / ln 10 (Van den Bergh,
/// Normalized Elo in practice).
inline constexpr double normalised_elo_scale = 347.43558552260146;

/// The distribution of the share of points, 0 to 1, over at least one pair.
struct PairDistribution {
  /// A result with count 0 counts as `unseen` pairs, so that all derived numbers are finite. Without these, equal
  /// points are a mean of exactly 1/2.
  explicit PairDistribution(const Pentanomial& counts, double unseen = 1e-3);

  static constexpr std::array<double, 5> points = {0, 0.25, 0.5, 0.75, 1};
  std::array<double, 5> probability{};
  double pairs = 0;
  double mean = 0;
  double deviation = 0;  // standard deviation for one pair
};

struct EloEstimate {
  double elo = 0;                // logistic: a difference of 400 means odds of 10 to 1; infinite without a point lost
  Interval elo_interval;         // 95 %; infinite if a share of 0 or 1 can't be excluded
  double normalised_elo = 0;     // measures the evidence that one pair gives, not the share of points; may be NaN
  Interval normalised_interval;  // 95 %; may be the whole line
  double superiority = 0.5;      // probability that the first player is better (LOS), in [0, 1]
};

/// The number of points, in pairs, that each player needs for the normal approximation of estimate_elo().
inline constexpr double least_points = 25;

/// Estimates all fields with the normal approximation of the mean over pairs. If a player has fewer than least_points,
/// or if all pairs are alike, the interval of Elo and the superiority come from the score test (score_interval()),
/// and normalised Elo has no interval; if all pairs are alike, no value either: they show no variance.
///
/// Without any pair, Elo is 0. For fewer than least_seeds pairs, the intervals are the whole line.
EloEstimate estimate_elo(const Pentanomial& counts);

/// The same for pairs in clusters; `share` is that of the points, of all pairs. The interval of Elo is Student's of the
/// share; if all clusters are alike, and one player has all points, the exact one as if each cluster were a pair.
/// Normalised Elo has no interval. The superiority is NaN if the share can't be tested.
EloEstimate estimate_elo(const Pentanomial& counts, const ClusteredMean& share);

// The share of points that few or one-sided pairs allow, where the normal approximation fails.
//
// It inverts the score test of the mean: for a share m, the most likely distribution of the five results with mean m
// gives the standard error with which the observed mean is judged. If only two results occur, this is Wilson's
// interval (1927). Results that were not observed can have a probability: after wins alone, losses are still possible.

/// Returns (observed mean - `mean`) divided by the standard error that the pairs have if `mean` is true; 0 if both are
/// equal. Requires at least one pair, and 0 < mean < 1.
double score_statistic(const Pentanomial& counts, double mean);

/// Returns the shares, in [0, 1], whose statistic lies within +-z. If a player has all points, returns the exact
/// interval for pairs whose matches end alike (Clopper, Pearson 1934), which includes 0 or 1. Requires at least one
/// pair.
Interval score_interval(const Pentanomial& counts, double z);

/// Returns the Elo difference for an expected share `points` of the points: -400 log10(1 / points - 1); infinite at 0
/// and 1.
double elo_of(double points);

/// Returns the expected share of the points at `elo`; in [0, 1].
double points_of(double elo);

// The sequential probability ratio test for two players: stops as soon as the answer is clear (Wald 1945; for pairs of
// matches: Van den Bergh, Normalized Elo in practice).

enum class EloScale { normalised, logistic };

/// H0: the first player is stronger by `elo0`; H1: by `elo1`.
struct Sprt {
  double elo0 = 0;  // -600 <= elo0 < elo1 <= 600
  double elo1 = 2;
  EloScale scale = EloScale::normalised;
  double alpha = 0.05;  // the probability of accepting H1 if H0 is true; alpha + beta < 1
  double beta = 0.05;   // the probability of accepting H0 if H1 is true
};

/// `lower` < 0 < `upper`.
struct SprtBounds {
  double lower = 0;  // ln(beta / (1 - alpha)): at or below it, H0 is accepted
  double upper = 0;  // ln((1 - beta) / alpha): at or above it, H1 is accepted
};

enum class SprtVerdict { running, accept_h0, accept_h1 };

SprtBounds bounds(const Sprt& test);

/// Returns the log-likelihood ratio of H1 to H0. Each likelihood is that of the most likely distribution of the five
/// results with the hypothesis's strength. Returns 0 if there is no pair.
double log_likelihood_ratio(const Sprt& test, const Pentanomial& counts);

/// Returns the verdict. Must be called with whole pairs, each counted once, none omitted because of its result.
SprtVerdict verdict(const Sprt& test, const Pentanomial& counts);

}  // namespace stats

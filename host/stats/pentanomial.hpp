// The results of two players in pairs of matches on the same seed with swapped seats.
//
// The unit is the pair, not the match: the two matches of a pair share their start and are not independent.
#pragma once

#include "host/stats/interval.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stats {

/// The number of pairs in which the first player got 0, 1/2, 1, 3/2 and 2 points; a win is worth 1 and a tie 1/2.
using Pentanomial = std::array<std::uint64_t, 5>;

/// Returns the index in a Pentanomial of a pair in which the first player won `wins` matches and tied `ties`; wins +
/// ties <= 2.
constexpr std::size_t pair_result(std::size_t wins, std::size_t ties) {
  return 2 * wins + ties;
}

/// One normalised Elo is the standard deviation of a match's score divided by this number: 800 / ln 10 (Van den Bergh,
/// Normalized Elo in practice).
inline constexpr double normalised_elo_scale = 347.43558552260146;

/// The distribution of the share of points, 0 to 1. A result with count 0 counts as a thousandth of a pair, so that all
/// derived numbers are finite.
struct PairDistribution {
  explicit PairDistribution(const Pentanomial& counts);

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
/// or if all pairs are alike, the interval of Elo and the superiority come from the score test (score_interval.hpp),
/// and normalised Elo has no interval; if all pairs are alike, no value either: they show no variance.
///
/// Without any pair, Elo is 0. For fewer than least_seeds pairs, the intervals are the whole line.
EloEstimate estimate_elo(const Pentanomial& counts);

/// Returns the Elo difference for an expected share `points` of the points: -400 log10(1 / points - 1); infinite at 0
/// and 1.
double elo_of(double points);

/// Returns the expected share of the points at `elo`; in [0, 1].
double points_of(double elo);

}  // namespace stats

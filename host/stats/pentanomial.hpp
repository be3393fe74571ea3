// What two players score against each other in pairs of matches on the same seed with seats swapped.
//
// The unit is the pair, not the match: the two matches of a pair share their start and are not independent.
#pragma once

#include "host/stats/interval.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stats {

/// How many pairs gave the first player 0, 1/2, 1, 3/2 and 2 points, where a win is worth 1 and a tie 1/2.
using Pentanomial = std::array<std::uint64_t, 5>;

/// The place in a Pentanomial of a pair in which the first player won `wins` matches and tied `ties`; wins + ties <= 2.
constexpr std::size_t pair_result(std::size_t wins, std::size_t ties) {
  return 2 * wins + ties;
}

/// One normalised Elo is this part of a standard deviation of a match's score: 800 / ln 10 (Van den Bergh, Normalized
/// Elo in practice).
inline constexpr double normalised_elo_scale = 347.43558552260146;

/// The counts as a distribution of the points won of those possible, 0 to 1. A result never seen counts as a thousandth
/// of a pair, so that all that follows is finite.
struct PairDistribution {
  explicit PairDistribution(const Pentanomial& counts);

  static constexpr std::array<double, 5> points = {0, 0.25, 0.5, 0.75, 1};
  std::array<double, 5> probability{};
  double pairs = 0;
  double mean = 0;
  double deviation = 0;  // standard deviation for one pair
};

struct EloEstimate {
  double elo = 0;                // logistic: 400 more means 10 to 1
  Interval elo_interval;         // 95 %; infinite where the points can't be told from none or all
  double normalised_elo = 0;     // grows with the certainty that one pair gives, not with the share of points
  Interval normalised_interval;  // 95 %
  double superiority = 0.5;      // probability that the first player is the better one (LOS), in [0, 1]
};

/// Estimates all from the normal approximation of the mean over pairs. Without a pair, Elo is 0. For fewer than
/// least_seeds pairs, the intervals are the whole line.
EloEstimate estimate_elo(const Pentanomial& counts);

/// The Elo at which a share `points` of the points is expected: -400 log10(1 / points - 1); infinite at 0 and 1.
double elo_of(double points);

/// The share of the points that is expected at `elo`; in [0, 1].
double points_of(double elo);

}  // namespace stats

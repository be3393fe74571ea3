// Ratings of many players from all their matches, with any number of seats.
//
// The model of Plackett and Luce: among the players not yet ranked, player i comes next with a probability proportional
// to its strength gamma_i. For two seats, this is the model of Bradley and Terry, whose Elo differences are 400 log10
// of the ratio of strengths. The result does not depend on the order of the matches.
#pragma once

#include "host/stats/intervals.hpp"
#include "host/stats/plackett_luce.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stats {

struct RatingOptions {
  /// Virtual matches that every player ties, in addition to its real ones, against an opponent of strength 1. They make
  /// the result finite, even for a player who wins all matches. They hardly affect a player with many matches. 0: the
  /// Elo of maximum likelihood, which is infinite for such a player.
  double prior = 1;
  std::size_t rounds = 200;  // of the bootstrap; 0: no intervals (each is the whole line)
  struct Anchor {
    std::size_t player = 0;
    double elo = 0;
  };
  std::optional<Anchor> anchor{};  // a player whose rating is known, and fixes the scale of its group
};

struct Rating {
  double elo = 0;  // without a prior: infinite if the interval is open on one side, NaN if on both
  // 95 %, around the rating: bootstrap percentiles, whole seeds resampled, and moved away from the rating as Student's
  // interval is wider than that of the normal distribution, since those of few seeds lie too near. A percentile among
  // rounds in which no result bounds the rating is an open end. If no result at all does (see Connectedness), the other
  // end is that of the exact test: there, the likelihood of the results, with a seed counted as one match, is 0.025 of
  // its supremum. The whole line for a player with fewer than least_seeds groups of seeds, if all groups gave the same
  // result, and if the rating is unbounded on both sides. The anchor's is its rating.
  Interval interval;
  std::uint64_t matches = 0;  // seats, if the player had several in a match
  std::size_t group = 0;      // ratings of different groups can't be compared; the largest group is 0
};

/// Returns the ratings by player. In each group, the mean of the players of Connectedness::reference is 0, each weighed
/// by its groups of seeds; players with fewer than least_seeds of these are no reference, unless the group has no
/// others.
std::vector<Rating> rate(const RankingCounts& counts, const RatingOptions& options = {});

// What further matches would tell about the order of players, from the fit of their ratings.

/// The information about the order of some players: how much a match of two of them would narrow the differences that
/// decide it. Strengths are logarithms, as in plackett_luce.hpp.
class OrderInformation {
 public:
  /// Fits the strengths. `players` are those whose order matters; `prior` is that of RatingOptions, above 0.
  OrderInformation(const RankingCounts& counts, std::vector<std::size_t> players, double prior);

  /// Returns by how much `matches` matches of two of the players reduce the expected loss of the order, to first order
  /// in the reduced variances. The loss is that of each two neighbours in the order: the difference of their strengths
  /// if it is wrong, else 0. So matches count that narrow a difference about as small as its error.
  [[nodiscard]] double gain(std::size_t one, std::size_t other, double matches) const;

  /// Takes it that these matches will be played: adds their Fisher information.
  void expect(std::size_t one, std::size_t other, double matches);

 private:
  [[nodiscard]] std::size_t row(std::size_t one, std::size_t other) const { return one * size_ + other; }
  /// Returns the Fisher information of the matches about the difference.
  [[nodiscard]] double information(std::size_t one, std::size_t other, double matches) const;
  [[nodiscard]] double variance(std::size_t one, std::size_t other) const;
  void weigh();

  std::size_t size_;
  std::vector<std::size_t> players_;
  std::vector<double> strengths_;
  std::vector<double> covariance_;  // of the strengths, by row()
  std::vector<double> worth_;       // gain() of little information about a contrast c is c' worth c
};

}  // namespace stats

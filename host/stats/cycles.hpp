// Cycles among players, where A beats B beats C beats A: their Nash average, and a test whether ratings describe them.
#pragma once

#include "host/stats/draw.hpp"
#include "host/stats/intervals.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace stats {

// Nash averaging: how strong players are where no rating describes them, since A beats B beats C beats A.
//
// Two parties choose a player each, and the first one wins the lead of its player over the other. The Nash average is
// the best mixture of players in this game, the one of largest entropy if there are several (Balduzzi and others,
// Re-evaluating evaluation, 2018). A player's rating is its lead over the mixture. It is 0 at most, and copies of a
// player change nobody's.

/// A square matrix: leads[i][j] is the lead of i over j, and that of j over i with the other sign.
using Leads = std::vector<std::vector<double>>;

/// Returns the weights of the players in the mixture, which add up to 1. Accurate to about 1e-4.
std::vector<double> nash_weights(const Leads& leads);

/// Returns the ratings: each player's lead over the mixture.
std::vector<double> nash_ratings(const Leads& leads, const std::vector<double>& weights);

/// The points that players took from each other, separate for groups of seeds, which are resampled as a whole.
class PointTable {
 public:
  explicit PointTable(std::size_t players) : players_(players), groups_(seed_groups) {}

  /// Adds a result of two players, `points` of the first in [0, 1].
  void add(std::uint64_t seed, std::size_t first, std::size_t second, double points);

  struct Cell {
    double points = 0;  // of the player with the lower number
    double matches = 0;
  };

  [[nodiscard]] std::size_t players() const { return players_; }
  /// Returns the cells of all pairs, in the order of pair_index(), of each group with a match.
  [[nodiscard]] const std::vector<std::vector<Cell>>& groups() const { return groups_; }
  /// Returns the place of a pair, low < high.
  [[nodiscard]] static std::size_t pair_index(std::size_t low, std::size_t high) { return high * (high - 1) / 2 + low; }
  /// Returns two players that never met; nothing if there are none.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> strangers() const;

 private:
  std::size_t players_;
  std::vector<std::vector<Cell>> groups_;  // an empty one has no match
};

struct NashPlayer {
  double weight = 0;
  double rating = 0;         // share of the points against the mixture, minus that of the mixture
  Interval weight_interval;  // 95 %: bootstrap percentiles, whole seeds resampled; the whole line for few seeds
  Interval rating_interval;
};

/// Returns the Nash average of the leads: the difference of the points of two players, divided by their matches. All
/// players must have met.
std::vector<NashPlayer> nash_average(const PointTable& table);

/// Returns the p-value of the likelihood-ratio test of the model of Bradley and Terry, in which strengths determine all
/// leads, against one in which each pair also has a lead of its own. Its distribution is that of tables simulated from
/// the fitted ratings: the seeds of each pair are drawn from the observed ones, and some replaced so that the mean is
/// the rating's. All players must have met. 1 for fewer than three players or least_seeds seeds.
double cycles_p(const PointTable& table, std::size_t simulated_tables = 499);

/// Returns the cycle of three players in which the smallest of the leads is the largest; nothing if there is none.
std::optional<std::vector<std::size_t>> strongest_cycle(const PointTable& table);

}  // namespace stats

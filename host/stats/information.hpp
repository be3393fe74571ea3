// What further matches would tell about the order of players, from the fit of their ratings.
#pragma once

#include "host/stats/ranking_counts.hpp"

#include <cstddef>
#include <vector>

namespace stats {

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

#include "host/stats/trinomial.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace stats {

namespace {

/// Matches are pairs with 0, 1 or 2 points, whose standard deviation is that of a match; that of two matches is smaller
/// by the square root of 2.
Pentanomial as_pairs(const Trinomial& counts) {
  return {counts.losses, 0, counts.draws, 0, counts.wins};
}

}  // namespace

EloEstimate estimate_elo(const Trinomial& counts) {
  EloEstimate result = estimate_elo(as_pairs(counts));
  for (double* const number :
       {&result.normalised_elo, &result.normalised_interval.low, &result.normalised_interval.high})
    *number *= std::numbers::sqrt2;
  return result;
}

double log_likelihood_ratio(const Sprt& test, const Trinomial& counts) {
  bounds(test);
  Sprt scaled = test;
  if (test.scale == EloScale::normalised) {
    scaled.elo0 /= std::numbers::sqrt2;
    scaled.elo1 /= std::numbers::sqrt2;
  }
  return log_likelihood_ratio(scaled, as_pairs(counts));
}

double bayesian_log_likelihood_ratio(const Sprt& test, const Trinomial& counts) {
  bounds(test);
  if (counts.matches() == 0) return 0;
  constexpr double unseen = 1e-3;
  std::array<double, 3> number{};  // of wins, draws, losses
  double total = 0;
  for (std::size_t i = 0; i < number.size(); ++i) {
    const std::uint64_t count = i == 0 ? counts.wins : i == 1 ? counts.draws : counts.losses;
    total += number[i] = count == 0 ? unseen : static_cast<double>(count);
  }
  const double draw = (elo_of(1 - number[0] / total) + elo_of(1 - number[2] / total)) / 2;
  double ratio = 0;
  for (const auto& [elo, sign] : {std::pair(test.elo0, -1), std::pair(test.elo1, 1)}) {
    const double win = points_of(elo - draw);
    const double loss = points_of(-elo - draw);
    ratio += sign * (number[0] * std::log(win) + number[1] * std::log(1 - win - loss) + number[2] * std::log(loss));
  }
  return ratio;
}

}  // namespace stats

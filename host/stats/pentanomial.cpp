#include "host/stats/pentanomial.hpp"

#include "host/stats/score_interval.hpp"

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace stats {

PairDistribution::PairDistribution(const Pentanomial& counts) {
  constexpr double unseen = 1e-3;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    probability[i] = counts[i] == 0 ? unseen : static_cast<double>(counts[i]);
    pairs += probability[i];
  }
  for (double& part : probability) part /= pairs;
  for (std::size_t i = 0; i < points.size(); ++i) mean += probability[i] * points[i];
  double variance = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    variance += probability[i] * (points[i] - mean) * (points[i] - mean);
  }
  deviation = std::sqrt(variance);
}

double elo_of(double points) {
  if (points <= 0) return -std::numeric_limits<double>::infinity();
  if (points >= 1) return std::numeric_limits<double>::infinity();
  return 400 * std::log10(points / (1 - points));
}

double points_of(double elo) {
  return 1 / (1 + std::pow(10, -elo / 400));
}

EloEstimate estimate_elo(const Pentanomial& counts) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double z = 1.96;
  const boost::math::normal normal;
  EloEstimate result;
  result.elo_interval = result.normalised_interval = {-infinity, infinity};
  const std::uint64_t pairs = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (pairs == 0) return result;
  PairDistribution seen(counts);
  constexpr double rounding = 1e-12;
  if (std::abs(seen.mean - 0.5) < rounding) seen.mean = 0.5;  // equal points give an Elo of 0, not of -1e-14
  const auto normalised = [&](double mean) {
    return normalised_elo_scale * (mean - 0.5) / (std::numbers::sqrt2 * seen.deviation);
  };
  const bool alike = std::count(counts.begin(), counts.end(), pairs) > 0;
  result.normalised_elo = alike ? std::numeric_limits<double>::quiet_NaN() : normalised(seen.mean);
  if (alike || seen.pairs * std::min(seen.mean, 1 - seen.mean) < least_points) {
    std::uint64_t quarters = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) quarters += i * counts[i];
    result.elo = elo_of(static_cast<double>(quarters) / static_cast<double>(4 * pairs));
    result.superiority = boost::math::cdf(normal, score_statistic(counts, 0.5));
    if (pairs < least_seeds) return result;
    const Interval share = score_interval(counts, z);
    result.elo_interval = {elo_of(share.low), elo_of(share.high)};
    return result;
  }
  const double error = seen.deviation / std::sqrt(seen.pairs);
  const double half = z * error;
  result.elo = elo_of(seen.mean);
  result.superiority = boost::math::cdf(normal, (seen.mean - 0.5) / error);
  result.elo_interval = {elo_of(seen.mean - half), elo_of(seen.mean + half)};
  result.normalised_interval = {normalised(seen.mean - half), normalised(seen.mean + half)};
  return result;
}

}  // namespace stats

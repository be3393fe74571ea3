#include "host/stats/score_interval.hpp"

#include <boost/math/distributions/normal.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace stats {

namespace {

struct Shares {
  explicit Shares(const Pentanomial& counts)
      : pairs(static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}))) {
    std::uint64_t quarters = 0;  // whole numbers: equal points are a mean of exactly 1/2
    for (std::size_t i = 0; i < counts.size(); ++i) {
      seen[i] = static_cast<double>(counts[i]) / pairs;
      quarters += i * counts[i];
    }
    mean = static_cast<double>(quarters) / (4 * pairs);
  }

  double pairs;
  std::array<double, 5> seen{};
  double mean = 0;
};

/// Returns the variance of one pair in the most likely distribution with that mean: p_i = seen_i / (1 + theta (a_i -
/// mean)), and for a theta at an end of its range the rest at the farther of the points 0 and 1.
double variance_at(const Shares& shares, double mean) {
  const auto total = [&](double theta, auto&& value) {
    double sum = 0;
    for (std::size_t i = 0; i < shares.seen.size(); ++i) {
      const double off = PairDistribution::points[i] - mean;
      if (shares.seen[i] > 0) sum += shares.seen[i] / (1 + theta * off) * value(off);
    }
    return sum;
  };
  double low = -1 / (1 - mean);
  double high = 1 / mean;
  for (int halving = 0; halving < 100; ++halving) {
    const double middle = (low + high) / 2;
    (total(middle, [](double off) { return off; }) > 0 ? low : high) = middle;
  }
  const double theta = (low + high) / 2;
  const double rest = 1 - total(theta, [](double) { return 1; });
  const double farthest = theta > 0 ? mean : 1 - mean;
  return total(theta, [](double off) { return off * off; }) + rest * farthest * farthest;
}

double statistic(const Shares& shares, double mean) {
  if (shares.mean == mean) return 0;
  return (shares.mean - mean) * std::sqrt(shares.pairs / variance_at(shares, mean));
}

/// Returns the share between the observed mean and `limit`, 0 or 1, at which the statistic is +-z.
double end(const Shares& shares, double limit, double z) {
  double inside = shares.mean;
  double outside = limit;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (inside + outside) / 2;
    (std::abs(statistic(shares, middle)) <= z ? inside : outside) = middle;
  }
  return inside;
}

}  // namespace

double score_statistic(const Pentanomial& counts, double mean) {
  return statistic(Shares(counts), mean);
}

Interval score_interval(const Pentanomial& counts, double z) {
  const Shares shares(counts);
  const double exact = std::pow(boost::math::cdf(boost::math::normal(), -z), 1 / shares.pairs);
  if (shares.mean == 1) return {exact, 1};
  if (shares.mean == 0) return {0, 1 - exact};
  return {end(shares, 0, z), end(shares, 1, z)};
}

}  // namespace stats

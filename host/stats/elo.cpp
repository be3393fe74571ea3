#include "host/stats/elo.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

namespace stats {

namespace {

using Five = std::array<double, 5>;

/// Returns the standard deviation for one pair of a distribution with this mean.
double deviation_of(const Five& p, double mean) {
  double variance = 0;
  for (std::size_t i = 0; i < p.size(); ++i) variance += p[i] * std::pow(PairDistribution::points[i] - mean, 2);
  return std::sqrt(variance);
}

/// Returns the theta at which sum p_i phi_i / (1 + theta phi_i) = 0. The sum decreases monotonically between the two
/// poles that enclose 0. Some phi must be below 0 and some above.
double tilt(const Five& p, const Five& phi) {
  constexpr int bits = 48;
  const auto [least, most] = std::minmax_element(phi.begin(), phi.end());
  const auto sum_and_slope = [&](double theta) {
    double sum = 0;
    double slope = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double part = phi[i] / (1 + theta * phi[i]);
      sum += p[i] * part;
      slope -= p[i] * part * part;
    }
    return std::pair(sum, slope);
  };
  return boost::math::tools::newton_raphson_iterate(sum_and_slope, 0.0, -1 / *most, -1 / *least, bits);
}

/// Computes the maximum-likelihood distribution, given the observed `p`, for which the sum of phi_i is 0. Returns false
/// if there is none.
bool constrain(const Five& p, const Five& phi, Five& result) {
  const auto [least, most] = std::minmax_element(phi.begin(), phi.end());
  if (!(*least < 0 && *most > 0)) return false;
  const double theta = tilt(p, phi);
  for (std::size_t i = 0; i < p.size(); ++i) result[i] = p[i] / (1 + theta * phi[i]);
  return true;
}

Five with_mean(const Five& p, double mean) {
  Five phi{};
  Five result = p;
  for (std::size_t i = 0; i < phi.size(); ++i) phi[i] = PairDistribution::points[i] - mean;
  constrain(p, phi, result);
  return result;
}

/// Returns the phi of the condition sum p_i phi_i = 0 that is tangent to "(mean - 1/2) / deviation = t" at `at`.
Five touching(const Five& at, double t) {
  const double mean = std::inner_product(at.begin(), at.end(), PairDistribution::points.begin(), 0.0);
  const double deviation = deviation_of(at, mean);
  Five phi{};
  for (std::size_t i = 0; i < phi.size(); ++i) {
    const double off = (PairDistribution::points[i] - mean) / deviation;
    phi[i] = PairDistribution::points[i] - 0.5 - t * deviation * (1 + off * off) / 2;
  }
  return phi;
}

/// Computes the distribution with (mean - 1/2) / deviation = t. The condition is not linear. So it is solved
/// iteratively for the linear condition that is tangent at the previous distribution, starting from the uniform one
/// (section 4.1 there). A large t is approached in steps, since far away the linear problem may have no solution.
Five with_t_value(const Five& p, double t) {
  constexpr int most_rounds = 10;
  constexpr double step = 0.5;
  const int steps = std::max(1, static_cast<int>(std::ceil(std::abs(t) / step)));
  Five result{};
  result.fill(0.2);
  for (int number = 1; number <= steps; ++number) {
    for (int round = 0; round < most_rounds; ++round) {
      const Five before = result;
      if (!constrain(p, touching(before, t * number / steps), result)) break;
      double change = 0;
      for (std::size_t i = 0; i < p.size(); ++i) change = std::max(change, std::abs(result[i] - before[i]));
      if (change < 1e-9) break;
    }
  }
  return result;
}

Five likeliest(const Sprt& test, const Five& p, double elo) {
  if (test.scale == EloScale::logistic) return with_mean(p, points_of(elo));
  return with_t_value(p, std::numbers::sqrt2 * elo / normalised_elo_scale);
}

/// Returns the variance of one pair in the most likely distribution with that mean: p_i = seen_i / (1 + theta (a_i -
/// mean)), and for a theta at an end of its range the rest at the farther of the points 0 and 1.
double variance_at(const PairDistribution& seen, double mean) {
  const auto total = [&](double theta, auto&& value) {
    double sum = 0;
    for (std::size_t i = 0; i < PairDistribution::points.size(); ++i) {
      const double off = PairDistribution::points[i] - mean;
      if (seen.probability[i] > 0) sum += seen.probability[i] / (1 + theta * off) * value(off);
    }
    return sum;
  };
  const double theta = end_of_interval(-1 / (1 - mean), 1 / mean, 100,
                                       [&](double each) { return total(each, [](double off) { return off; }) > 0; });
  const double rest = 1 - total(theta, [](double) { return 1; });
  const double farthest = theta > 0 ? mean : 1 - mean;
  return total(theta, [](double off) { return off * off; }) + rest * farthest * farthest;
}

double statistic(const PairDistribution& seen, double mean) {
  if (seen.mean == mean) return 0;
  return (seen.mean - mean) * std::sqrt(seen.pairs / variance_at(seen, mean));
}

}  // namespace

double score_statistic(const Pentanomial& counts, double mean) {
  return statistic(PairDistribution(counts, 0), mean);
}

Interval score_interval(const Pentanomial& counts, double z) {
  const PairDistribution seen(counts, 0);
  const double exact = std::pow(boost::math::cdf(boost::math::normal(), -z), 1 / seen.pairs);
  if (seen.mean == 1) return {exact, 1};
  if (seen.mean == 0) return {0, 1 - exact};
  const auto fits = [&](double mean) { return std::abs(statistic(seen, mean)) <= z; };
  return {end_of_interval(seen.mean, 0, 60, fits), end_of_interval(seen.mean, 1, 60, fits)};
}

PairDistribution::PairDistribution(const Pentanomial& counts, double unseen) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    probability[i] = counts[i] == 0 ? unseen : static_cast<double>(counts[i]);
    pairs += probability[i];
    mean += probability[i] * points[i];
  }
  mean /= pairs;
  for (double& part : probability) part /= pairs;
  deviation = deviation_of(probability, mean);
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
  constexpr double z = 1.96;
  const boost::math::normal normal;
  EloEstimate result;
  result.elo_interval = result.normalised_interval = whole_line;
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
    result.elo = elo_of(PairDistribution(counts, 0).mean);
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

EloEstimate estimate_elo(const Pentanomial& counts, const ClusteredMean& share) {
  EloEstimate result = estimate_elo(counts);
  result.elo = elo_of(share.mean);
  result.elo_interval = result.normalised_interval = whole_line;
  result.superiority = std::numeric_limits<double>::quiet_NaN();
  if (!share.can_be_tested()) return result;
  const double less_likely = share.p(0.5) / 2;
  result.superiority = share.mean > 0.5 ? 1 - less_likely : less_likely;
  if (share.error > 0) {
    const Interval points = share.interval(0.95);
    result.elo_interval = {elo_of(points.low), elo_of(points.high)};
  } else if (share.mean == 0 || share.mean == 1) {
    const double least = std::pow(0.025, 1 / static_cast<double>(share.clusters));
    result.elo_interval = {elo_of(share.mean == 1 ? least : 0), elo_of(share.mean == 1 ? 1 : 1 - least)};
  }
  return result;
}

SprtBounds bounds(const Sprt& test) {
  return {std::log(test.beta / (1 - test.alpha)), std::log((1 - test.beta) / test.alpha)};
}

double log_likelihood_ratio(const Sprt& test, const Pentanomial& counts) {
  if (std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) == 0) return 0;
  const PairDistribution seen(counts);
  const Five p0 = likeliest(test, seen.probability, test.elo0);
  const Five p1 = likeliest(test, seen.probability, test.elo1);
  double sum = 0;
  for (std::size_t i = 0; i < p0.size(); ++i) sum += seen.probability[i] * std::log(p1[i] / p0[i]);
  return seen.pairs * sum;
}

SprtVerdict verdict(const Sprt& test, const Pentanomial& counts) {
  const SprtBounds at = bounds(test);
  const double ratio = log_likelihood_ratio(test, counts);
  if (ratio >= at.upper) return SprtVerdict::accept_h1;
  return ratio <= at.lower ? SprtVerdict::accept_h0 : SprtVerdict::running;
}

}  // namespace stats

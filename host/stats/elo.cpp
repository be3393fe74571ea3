#include "host/stats/elo.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

namespace stats {

namespace {

using Five = std::array<double, 5>;

/// Returns the theta at which sum p_i phi_i / (1 + theta phi_i) = 0. The sum decreases monotonically between the two
/// poles that enclose 0. Uses Newton's method, and bisection if a step would leave the bracket. Some phi must be below
/// 0 and some above.
double tilt(const Five& p, const Five& phi) {
  const auto [least, most] = std::minmax_element(phi.begin(), phi.end());
  double low = -1 / *most;
  double high = -1 / *least;
  double theta = 0;
  for (int step = 0; step < 200; ++step) {
    double sum = 0;
    double slope = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double part = phi[i] / (1 + theta * phi[i]);
      sum += p[i] * part;
      slope -= p[i] * part * part;
    }
    (sum > 0 ? low : high) = theta;
    double next = theta - sum / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (std::abs(next - theta) <= 1e-14 * std::abs(next)) return next;
    theta = next;
  }
  return theta;
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
  double mean = 0;
  double variance = 0;
  for (std::size_t i = 0; i < at.size(); ++i) mean += at[i] * PairDistribution::points[i];
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double off = PairDistribution::points[i] - mean;
    variance += at[i] * off * off;
  }
  const double deviation = std::sqrt(variance);
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

/// Matches are pairs with 0, 1 or 2 points, whose standard deviation is that of a match; that of two matches is smaller
/// by the square root of 2.
Pentanomial as_pairs(const Trinomial& counts) {
  return {counts.losses, 0, counts.draws, 0, counts.wins};
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

EloEstimate estimate_elo(const Trinomial& counts) {
  EloEstimate result = estimate_elo(as_pairs(counts));
  for (double* const number :
       {&result.normalised_elo, &result.normalised_interval.low, &result.normalised_interval.high})
    *number *= std::numbers::sqrt2;
  return result;
}

double log_likelihood_ratio(const Sprt& test, const Trinomial& counts) {
  Sprt scaled = test;
  if (test.scale == EloScale::normalised) {
    scaled.elo0 /= std::numbers::sqrt2;
    scaled.elo1 /= std::numbers::sqrt2;
  }
  return log_likelihood_ratio(scaled, as_pairs(counts));
}

double bayesian_log_likelihood_ratio(const Sprt& test, const Trinomial& counts) {
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

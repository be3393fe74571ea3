#include "host/stats/sprt.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>

namespace stats {

namespace {

constexpr double largest_elo = 600;

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

}  // namespace

SprtBounds bounds(const Sprt& test) {
  if (!(test.elo0 >= -largest_elo && test.elo0 < test.elo1 && test.elo1 <= largest_elo))
    throw std::invalid_argument("elo0 lies below elo1, and both between -600 and 600");
  if (!(test.alpha > 0 && test.beta > 0 && test.alpha + test.beta < 1))
    throw std::invalid_argument("alpha and beta are above 0, and below 1 together");
  return {std::log(test.beta / (1 - test.alpha)), std::log((1 - test.beta) / test.alpha)};
}

double log_likelihood_ratio(const Sprt& test, const Pentanomial& counts) {
  bounds(test);
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

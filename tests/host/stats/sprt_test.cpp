#include "host/stats/draw.hpp"
#include "host/stats/elo.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

using stats::EloScale;
using stats::Pentanomial;
using stats::Sprt;
using stats::SprtVerdict;
using Five = std::array<double, 5>;

namespace {

double ratio(double elo0, double elo1, const Pentanomial& counts, EloScale scale = EloScale::normalised) {
  return stats::log_likelihood_ratio({.elo0 = elo0, .elo1 = elo1, .scale = scale}, counts);
}

double mean_of(const Five& p) {
  return 0.25 * p[1] + 0.5 * p[2] + 0.75 * p[3] + p[4];
}

/// The strength of the distribution `p`, from the definitions.
double strength(const Five& p, EloScale scale) {
  const double mean = mean_of(p);
  if (scale == EloScale::logistic) return -400 * std::log10(1 / mean - 1);
  double variance = 0;
  for (std::size_t i = 0; i < p.size(); ++i) variance += p[i] * std::pow(0.25 * static_cast<double>(i) - mean, 2);
  return 800 / std::log(10) * (mean - 0.5) / std::sqrt(2 * variance);
}

/// `p` leant to one side as far as gives it the strength `elo`.
Five leant(const Five& p, double elo, EloScale scale) {
  double low = -20;
  double high = 20;
  Five result = p;
  for (int step = 0; step < 60; ++step) {
    const double lean = (low + high) / 2;
    for (std::size_t i = 0; i < p.size(); ++i) result[i] = p[i] * std::exp(lean * static_cast<double>(i));
    const double total = std::accumulate(result.begin(), result.end(), 0.0);
    for (double& part : result) part /= total;
    (strength(result, scale) < elo ? low : high) = lean;
  }
  return result;
}

/// How much less likely `counts` are at best under strength `elo` than under their own distribution, by random search.
double searched(const Pentanomial& counts, double elo, EloScale scale) {
  stats::Draw draw(1);
  const stats::PairDistribution seen(counts);
  Five best = leant(seen.probability, elo, scale);
  const auto cost = [&](const Five& q) {
    double sum = 0;
    for (std::size_t i = 0; i < q.size(); ++i) sum += seen.probability[i] * std::log(seen.probability[i] / q[i]);
    return seen.pairs * sum;
  };
  double least = cost(best);
  for (int round = 0; round < 4000; ++round) {
    Five other = best;
    for (double& part : other) part *= std::exp((draw.fraction() - 0.5) * 0.4 / (1 + round / 100.0));
    other = leant(other, elo, scale);
    if (const double found = cost(other); found < least) {
      least = found;
      best = other;
    }
  }
  return least;
}

}  // namespace

TEST_CASE("the log-likelihood ratio has the published values") {
  CHECK(std::abs(ratio(0, 2, {379, 10170, 21828, 10640, 343}) - 2.9455) < 5e-5);
  CHECK(std::abs(ratio(-1.75, 0.25, {93, 18711, 58877, 18739, 100}) - 2.942097) < 1e-6);
  CHECK(std::abs(ratio(0, 4, {13, 37, 50, 25, 3}) - -0.54912) < 1e-5);
}

TEST_CASE("the likelihood under a hypothesis is the largest that a search finds") {
  for (const EloScale scale : {EloScale::normalised, EloScale::logistic}) {
    for (const Pentanomial& counts : {Pentanomial{13, 37, 50, 25, 3}, Pentanomial{10, 5, 60, 30, 20}}) {
      const double own = strength(stats::PairDistribution(counts).probability, scale);
      for (const double off : {20.0, 100.0}) {
        CAPTURE(own);
        CAPTURE(off);
        CHECK(ratio(own - off, own, counts, scale) ==
              doctest::Approx(searched(counts, own - off, scale)).epsilon(0.01));
      }
    }
  }
}

TEST_CASE("a hypothesis far from the uniform distribution is still met") {
  // With all pairs won, the strongest of the two hypotheses is the likelier one, however far both are off.
  CHECK(ratio(0, 400, {0, 0, 0, 0, 1000}) > 0);
  CHECK(ratio(0, 400, {1000, 0, 0, 0, 0}) < 0);
  CHECK(ratio(-600, 600, {0, 0, 0, 0, 10}) > 0);
}

TEST_CASE("ratios add up over neighbouring hypotheses, and turn their sign with the players") {
  const Pentanomial counts = {3, 30, 70, 45, 12};
  const Pentanomial swapped = {12, 45, 70, 30, 3};
  CHECK(ratio(-10, 5, counts) + ratio(5, 40, counts) == doctest::Approx(ratio(-10, 40, counts)));
  CHECK(ratio(-5, 10, swapped) == doctest::Approx(-ratio(-10, 5, counts)));
  CHECK(ratio(-5, 10, swapped, EloScale::logistic) == doctest::Approx(-ratio(-10, 5, counts, EloScale::logistic)));
}

TEST_CASE("no pair, or one, tells next to nothing") {
  CHECK(ratio(0, 5, {}) == 0);
  for (std::size_t i = 0; i < 5; ++i) {
    Pentanomial one{};
    one[i] = 1;
    CHECK(std::abs(ratio(0, 5, one)) < 0.1);
  }
}

TEST_CASE("the bounds are Wald's") {
  const stats::SprtBounds usual = stats::bounds({});
  CHECK(usual.lower == doctest::Approx(-2.94444).epsilon(1e-5));
  CHECK(usual.upper == doctest::Approx(2.94444).epsilon(1e-5));
  const stats::SprtBounds strict = stats::bounds({.alpha = 0.01, .beta = 0.1});
  CHECK(strict.lower == doctest::Approx(std::log(0.1 / 0.99)));
  CHECK(strict.upper == doctest::Approx(std::log(90)));
}

TEST_CASE("the test goes on until a bound is reached") {
  const Sprt test = {.elo0 = 0, .elo1 = 2};
  CHECK(stats::verdict(test, {}) == SprtVerdict::running);
  CHECK(stats::verdict(test, {370, 10170, 21828, 10500, 343}) == SprtVerdict::running);
  CHECK(stats::verdict(test, {379, 10170, 21828, 10640, 343}) == SprtVerdict::accept_h1);
  CHECK(stats::verdict(test, {343, 10640, 21828, 10170, 379}) == SprtVerdict::accept_h0);
}

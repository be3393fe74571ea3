#include "host/stats/trinomial.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using stats::Sprt;
using stats::Trinomial;

TEST_CASE("logistic bounds of single matches give the published ratio") {
  const Trinomial counts{.wins = 880, .draws = 1863, .losses = 759};
  const Sprt test{.elo0 = 0, .elo1 = 5, .scale = stats::EloScale::logistic};
  CHECK(stats::log_likelihood_ratio(test, counts) == doctest::Approx(2.95).epsilon(0.002));
}

TEST_CASE("single matches have the Elo of their points and the normalised Elo of one match") {
  const Trinomial counts{.wins = 880, .draws = 1863, .losses = 759};
  const double matches = 3502;
  const double mean = (880 + 1863 / 2.0) / matches;
  const double deviation = std::sqrt((880 + 1863 / 4.0) / matches - mean * mean);
  const stats::EloEstimate found = stats::estimate_elo(counts);
  CHECK(found.elo == doctest::Approx(stats::elo_of(mean)));
  CHECK(found.elo_interval.low == doctest::Approx(stats::elo_of(mean - 1.96 * deviation / std::sqrt(matches))));
  CHECK(found.normalised_elo == doctest::Approx(800 / std::log(10) * (mean - 0.5) / deviation).epsilon(1e-4));
  const double half = (found.normalised_interval.high - found.normalised_interval.low) / 2;
  CHECK(half == doctest::Approx(800 / std::log(10) * 1.96 / std::sqrt(matches)).epsilon(1e-4));
}

TEST_CASE("20 wins of 20 single matches have the exact bound, with a share of 0.83") {
  const stats::EloEstimate found = stats::estimate_elo(Trinomial{.wins = 20});
  CHECK(stats::points_of(found.elo_interval.low) == doctest::Approx(0.8316).epsilon(1e-3));
  CHECK(found.elo_interval.high == std::numeric_limits<double>::infinity());
  CHECK(std::isnan(found.normalised_elo));
}

TEST_CASE("normalised bounds of matches without ties are those of pairs that always end alike, but for the scale") {
  const Trinomial counts{.wins = 60, .losses = 40};
  const double matches = stats::log_likelihood_ratio(Sprt{.elo0 = 0, .elo1 = 20}, counts);
  const double pairs = stats::log_likelihood_ratio(Sprt{.elo0 = 0, .elo1 = 20 / std::sqrt(2)}, {40, 0, 0, 0, 60});
  CHECK(matches == doctest::Approx(pairs));
}

TEST_CASE("bayesian bounds are those of BayesElo's model") {
  // Elo 0 with draws: win and loss probability 1 / (1 + 10^(d/400)).
  const Trinomial even{.wins = 100, .draws = 200, .losses = 100};
  const double draw = 400 * std::log10(3);  // 1 / (1 + 3) is a quarter
  const auto chance = [](double x) { return 1 / (1 + std::pow(10, x / 400)); };
  const double win = chance(draw - 10);
  const double loss = chance(draw + 10);
  const double expected =
      100 * std::log(win / 0.25) + 200 * std::log((1 - win - loss) / 0.5) + 100 * std::log(loss / 0.25);
  CHECK(stats::bayesian_log_likelihood_ratio({.elo0 = 0, .elo1 = 10}, even) == doctest::Approx(expected));
  CHECK(stats::bayesian_log_likelihood_ratio({.elo0 = -10, .elo1 = 10}, even) == doctest::Approx(0));
  CHECK(stats::bayesian_log_likelihood_ratio({.elo0 = 0, .elo1 = 10}, {.wins = 90, .draws = 20}) > 2.94);
  CHECK(stats::bayesian_log_likelihood_ratio({.elo0 = 0, .elo1 = 10}, {}) == 0);
}

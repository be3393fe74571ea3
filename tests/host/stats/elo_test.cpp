#include "host/stats/pentanomial.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using stats::Pentanomial;

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("the normalised Elo is the published one") {
  CHECK(stats::estimate_elo({13, 37, 50, 25, 3}).normalised_elo == doctest::Approx(-63.97).epsilon(1e-4));
}

TEST_CASE("the Elo and its interval come from the mean and deviation of pairs") {
  // Over 100 pairs.
  const Pentanomial counts = {5, 15, 35, 40, 5};
  const double mean = (15 * 0.25 + 35 * 0.5 + 40 * 0.75 + 5) / 100;
  const double square = (15 * 0.0625 + 35 * 0.25 + 40 * 0.5625 + 5) / 100;
  const double deviation = std::sqrt(square - mean * mean);
  const stats::EloEstimate result = stats::estimate_elo(counts);
  CHECK(result.elo == doctest::Approx(-400 * std::log10(1 / mean - 1)));
  CHECK(result.elo_interval.low == doctest::Approx(-400 * std::log10(1 / (mean - 0.196 * deviation) - 1)));
  CHECK(result.elo_interval.high == doctest::Approx(-400 * std::log10(1 / (mean + 0.196 * deviation) - 1)));
  CHECK(result.normalised_elo == doctest::Approx(800 / std::log(10) * (mean - 0.5) / std::sqrt(2) / deviation));
  CHECK(result.normalised_interval.low < result.normalised_elo);
  CHECK(result.superiority == doctest::Approx(0.5 + 0.5 * std::erf((mean - 0.5) / deviation * 10 / std::sqrt(2))));
}

TEST_CASE("equal results on both sides are no Elo and an even chance") {
  const stats::EloEstimate result = stats::estimate_elo({7, 20, 41, 20, 7});
  CHECK(result.elo == doctest::Approx(0));
  CHECK(result.elo_interval.low == doctest::Approx(-result.elo_interval.high));
  CHECK(result.superiority == doctest::Approx(0.5));
}

TEST_CASE("as many points for both are an Elo of 0 without a sign, whatever the counts") {
  for (const Pentanomial& counts :
       {Pentanomial{7, 20, 41, 20, 7}, Pentanomial{3, 0, 0, 0, 3}, Pentanomial{1, 7, 3, 7, 1},
        Pentanomial{0, 0, 9, 0, 0}, Pentanomial{13, 1, 0, 1, 13}}) {
    const stats::EloEstimate result = stats::estimate_elo(counts);
    CHECK(result.elo == 0);
    CHECK_FALSE(std::signbit(result.elo));
    CHECK(result.normalised_elo == 0);
    CHECK_FALSE(std::signbit(result.normalised_elo));
  }
}

TEST_CASE("fewer than six pairs tell no interval") {
  CHECK(stats::estimate_elo({0, 0, 0, 0, 5}).elo_interval.low == -unbounded);
  CHECK(stats::estimate_elo({0, 0, 0, 0, 5}).normalised_interval.high == unbounded);
  CHECK(std::isfinite(stats::estimate_elo({0, 0, 0, 1, 5}).elo_interval.low));
}

TEST_CASE("without a pair there is no Elo, and its interval is the whole line") {
  const stats::EloEstimate result = stats::estimate_elo({});
  CHECK(result.elo == 0);
  CHECK(result.superiority == 0.5);
  CHECK(result.elo_interval.low == -unbounded);
  CHECK(result.normalised_interval.high == unbounded);
}

TEST_CASE("who won all pairs is far better by an Elo that is a number, with no upper end") {
  const stats::EloEstimate result = stats::estimate_elo({0, 0, 0, 0, 50});
  CHECK(std::isfinite(result.elo));
  CHECK(result.elo > 1000);
  CHECK(result.elo_interval.low > 800);
  CHECK(result.elo_interval.high == unbounded);
  CHECK(result.superiority == doctest::Approx(1));
}

TEST_CASE("Elo and points are each other's inverse") {
  for (const double elo : {-800.0, -3.0, 0.0, 50.0, 400.0}) {
    CHECK(stats::elo_of(stats::points_of(elo)) == doctest::Approx(elo));
  }
  CHECK(stats::points_of(400) == doctest::Approx(10.0 / 11));
}

TEST_CASE("a pair's result is its points, doubled") {
  CHECK(stats::pair_result(0, 0) == 0);
  CHECK(stats::pair_result(0, 1) == 1);
  CHECK(stats::pair_result(1, 0) == 2);
  CHECK(stats::pair_result(0, 2) == 2);
  CHECK(stats::pair_result(1, 1) == 3);
  CHECK(stats::pair_result(2, 0) == 4);
}

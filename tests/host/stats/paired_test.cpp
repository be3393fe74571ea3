#include "host/stats/paired.hpp"
#include "host/stats/significance.hpp"
#include "tests/host/stats/samples.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

TEST_CASE("two strategies on the same seeds are compared seed by seed") {
  const std::vector<double> first = {10, 20, 30, 40, 50, 60};
  const std::vector<double> second = {8, 20, 33, 30, 45, 44};
  const stats::Paired result = stats::compare(first, second);
  CHECK(result.seeds == 6);
  CHECK(result.mean == 5);
  CHECK(result.deviation == doctest::Approx(std::sqrt(244.0 / 5)));
  CHECK(result.wins == 4);
  CHECK(result.ties == 1);
  CHECK(result.losses == 1);
  CHECK(result.ratio == doctest::Approx(210.0 / 180));
  CHECK(result.interval.low < 5);
  CHECK(result.interval.high > 5);
  CHECK(result.signed_rank.positive == 17);  // ranks 2, 4, 5, 6
  CHECK(result.signed_rank.negative == 3);
}

TEST_CASE("the seeds that a difference takes are found by about four of five tests of so many") {
  // Of normal differences the t test takes 34 for half a deviation, and 199 for a fifth (Cohen 1988, power .8).
  CHECK(stats::seeds_to_find(0.5, 1, 0.05) == 33);
  CHECK(stats::seeds_to_find(-0.2, 1, 0.05) == 206);
  CHECK(stats::seeds_to_find(20, 100, 0.05) == 206);
  CHECK(stats::seeds_to_find(0.2, 1, 0.01) > 206);
  CHECK_FALSE(stats::seeds_to_find(0, 1, 0.05));
  CHECK_FALSE(stats::seeds_to_find(1, 0, 0.05));
  CHECK_FALSE(stats::seeds_to_find(1e-300, 1, 0.05));
  CHECK_FALSE(stats::seeds_to_find(std::nan(""), 1, 0.05));

  stats::Draw draw(5);
  constexpr int runs = 1000;
  int found = 0;
  for (int run = 0; run < runs; ++run) {
    std::vector<double> differences(206);
    for (double& difference : differences) difference = 0.2 + samples::normal(draw);
    found += stats::signed_rank(differences).p <= 0.05 ? 1 : 0;
  }
  CHECK(found > 0.76 * runs);
  CHECK(found < 0.84 * runs);
}

TEST_CASE("swapping the two strategies turns the signs") {
  const std::vector<double> first = {3, 9, 4, 1, 7};
  const std::vector<double> second = {1, 9, 6, 0, 2};
  const stats::Paired there = stats::compare(first, second);
  const stats::Paired back = stats::compare(second, first);
  CHECK(back.mean == -there.mean);
  CHECK(back.wins == there.losses);
  CHECK(back.signed_rank.p == there.signed_rank.p);
  CHECK(back.ratio == doctest::Approx(1 / there.ratio));
}

TEST_CASE("a ratio to nothing is not a number") {
  CHECK(std::isnan(stats::compare(std::vector<double>{1, 2}, std::vector<double>{-1, 1}).ratio));
  CHECK(std::isnan(stats::compare({}, {}).ratio));
}

TEST_CASE("scores that do not pair are refused") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(stats::compare(std::vector<double>{1, 2}, std::vector<double>{1}), std::invalid_argument);
  CHECK_THROWS_AS(stats::differences(std::vector<double>{infinity}, std::vector<double>{1}), std::invalid_argument);
  CHECK_THROWS_AS(stats::differences(std::vector<double>{std::nan("")}, std::vector<double>{1}), std::invalid_argument);
}

TEST_CASE("Holm's correction steps down from the smallest p") {
  CHECK(stats::holm({}).empty());
  CHECK(stats::holm(std::vector<double>{0.3}) == std::vector<double>{0.3});
  const std::vector<double> adjusted = stats::holm(std::vector<double>{0.04, 0.01, 0.03, 0.02, 0.9});
  const std::vector<double> expected = {0.09, 0.05, 0.09, 0.08, 0.9};  // 2 x 0.04 is below 3 x 0.03, so it stays there
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(adjusted[i] == doctest::Approx(expected[i]));
  CHECK(stats::holm(std::vector<double>{0.6, 0.7}) == std::vector<double>{1, 1});
}

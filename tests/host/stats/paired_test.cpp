#include "host/stats/draw.hpp"
#include "host/stats/significance.hpp"
#include "tests/host/stats/samples.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
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
  CHECK(stats::seeds_to_find(20, 1, 0.05) == 6);  // of five, the p-value is 1/16 if all are won
  CHECK(stats::seeds_to_find(20, 1, 0.01) == 8);
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
  CHECK_THROWS_AS(stats::compare(std::vector<double>{infinity}, std::vector<double>{1}), std::invalid_argument);
  CHECK_THROWS_AS(stats::compare(std::vector<double>{std::nan("")}, std::vector<double>{1}), std::invalid_argument);
}

TEST_CASE("Holm's correction steps down from the smallest p") {
  CHECK(stats::holm({}).empty());
  CHECK(stats::holm(std::vector<double>{0.3}) == std::vector<double>{0.3});
  const std::vector<double> adjusted = stats::holm(std::vector<double>{0.04, 0.01, 0.03, 0.02, 0.9});
  const std::vector<double> expected = {0.09, 0.05, 0.09, 0.08, 0.9};  // 2 x 0.04 is below 3 x 0.03, so it stays there
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(adjusted[i] == doctest::Approx(expected[i]));
  CHECK(stats::holm(std::vector<double>{0.6, 0.7}) == std::vector<double>{1, 1});
}

namespace {

/// The sums of ranks apart, from the definition: a rank is the number of smaller sizes, and half of the equal ones.
double rank_gap(const std::vector<double>& differences) {
  double gap = 0;
  for (const double one : differences) {
    double rank = 0.5;
    for (const double other : differences) {
      if (std::abs(other) < std::abs(one)) rank += 1;
      if (std::abs(other) == std::abs(one)) rank += 0.5;
    }
    gap += one > 0 ? rank : one < 0 ? -rank : 0;
  }
  return gap;
}

double p_over_all_signs(const std::vector<double>& differences) {
  const double seen = std::abs(rank_gap(differences));
  const unsigned all = 1U << differences.size();
  unsigned apart = 0;
  for (unsigned signs = 0; signs < all; ++signs) {
    std::vector<double> turned = differences;
    for (std::size_t i = 0; i < turned.size(); ++i) turned[i] *= (signs >> i & 1U) != 0 ? -1 : 1;
    apart += std::abs(rank_gap(turned)) >= seen ? 1 : 0;
  }
  return static_cast<double>(apart) / all;
}

}  // namespace

TEST_CASE("the signed-rank test gives the published value for Darwin's maize") {
  const std::vector<double> heights = {6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75};
  const stats::SignedRank result = stats::signed_rank(heights);
  CHECK(result.positive == 96);
  CHECK(result.negative == 24);
  CHECK(result.count == 15);
  CHECK(result.exact);
  CHECK(result.p == doctest::Approx(0.041259765625).epsilon(1e-12));
}

TEST_CASE("the exact p of the signed-rank test is what all signs give, ties and zeros included") {
  stats::Draw draw(1);
  for (int round = 0; round < 60; ++round) {
    std::vector<double> differences(1 + draw.below(9));
    for (double& difference : differences) difference = draw.below(7) - 3.0;
    CAPTURE(round);
    CHECK(stats::signed_rank(differences).p == doctest::Approx(p_over_all_signs(differences)).epsilon(1e-12));
  }
}

TEST_CASE("zeros are ranked before they are left out") {
  const stats::SignedRank result = stats::signed_rank(std::vector<double>{0, 0, 1, 2, -3});
  CHECK(result.positive == 7);
  CHECK(result.negative == 5);
  CHECK(result.count == 3);
}

TEST_CASE("a signed-rank test of nothing but ties claims nothing") {
  CHECK(stats::signed_rank({}).p == 1);
  CHECK(stats::signed_rank(std::vector<double>{0, 0, 0}).p == 1);
}

TEST_CASE("many differences take the normal approximation, which is near what drawn signs give") {
  stats::Draw draw(2);
  std::vector<double> differences(130);
  for (double& difference : differences) difference = draw.below(13) - 5.5 + (draw.below(8) == 0 ? 3 : 0);
  for (std::size_t i = 0; i < 10; ++i) differences[i] = 0;
  const stats::SignedRank result = stats::signed_rank(differences);
  CHECK_FALSE(result.exact);
  const double seen = std::abs(rank_gap(differences));
  int apart = 0;
  constexpr int rounds = 2000;
  for (int round = 0; round < rounds; ++round) {
    for (double& difference : differences) difference *= draw.below(2) == 0 ? -1 : 1;
    apart += std::abs(rank_gap(differences)) >= seen ? 1 : 0;
  }
  CHECK(result.p > 0.01);
  CHECK(result.p < 0.9);
  CHECK(std::abs(result.p - static_cast<double>(apart) / rounds) < 0.03);
}

TEST_CASE("the approximation takes over from the exact p without a jump") {
  std::vector<double> differences;
  for (int i = 1; i <= 100; ++i) differences.push_back(i % 3 == 0 ? -i : i);
  const stats::SignedRank exact = stats::signed_rank(differences);
  differences.push_back(0.5);  // the smallest rank, which hardly matters
  const stats::SignedRank approximate = stats::signed_rank(differences);
  CHECK(exact.exact);
  CHECK_FALSE(approximate.exact);
  CHECK(approximate.p == doctest::Approx(exact.p).epsilon(0.05));
}

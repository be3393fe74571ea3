#include "host/stats/wilcoxon.hpp"
#include "host/stats/draw.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

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

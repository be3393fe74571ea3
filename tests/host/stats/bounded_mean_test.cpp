// The bounds of a mean hold at all times, and become narrow.
#include "host/stats/draw.hpp"
#include "host/stats/intervals.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <utility>

using stats::BoundedMean;

namespace {

constexpr double alpha = 0.05;

/// Returns how many of `runs` ever have a bound above the mean of values that are 1 with this probability, and how many
/// ever have one below it.
std::pair<int, int> misses(double mean, int runs, int most) {
  stats::Draw draw(3);
  std::pair<int, int> missed{};
  for (int run = 0; run < runs; ++run) {
    BoundedMean values(0, 1);
    bool low = false;
    bool high = false;
    for (int count = 0; count < most; ++count) {
      values.add(draw.fraction() < mean ? 1 : 0);
      low |= values.at_least(alpha) > mean;
      high |= values.at_most(alpha) < mean;
    }
    missed.first += low ? 1 : 0;
    missed.second += high ? 1 : 0;
  }
  return missed;
}

}  // namespace

TEST_CASE("without values nothing is known of a bounded mean") {
  const BoundedMean none(-1, 1);
  CHECK(none.count() == 0);
  CHECK(none.at_least(alpha) == doctest::Approx(-1));
  CHECK(none.at_most(alpha) == doctest::Approx(1));
}

TEST_CASE("equal values: the bound is that of the mean wealth, which is known in closed form") {
  // The wealth on "above m" after n ones is the mean of (1 + c (1 / m - 1))^n over c in [0, 1].
  BoundedMean ones(0, 1);
  for (int count = 0; count < 7; ++count) ones.add(1);
  const double bound = ones.at_least(alpha);
  const double stake = 1 / bound - 1;
  CHECK((std::pow(1 + stake, 8) - 1) / (8 * stake) == doctest::Approx(1 / alpha).epsilon(0.01));
  CHECK(bound > 0.5);
  CHECK(ones.at_most(alpha) == doctest::Approx(1));
  CHECK(ones.mean() == 1);
}

TEST_CASE("each bound of a mean misses it at any time in at most alpha of the runs") {
  for (const double mean : {0.05, 0.5, 0.9}) {
    CAPTURE(mean);
    const auto [low, high] = misses(mean, 200, 60);
    CHECK(low <= 200 * alpha);
    CHECK(high <= 200 * alpha);
  }
}

TEST_CASE("the bounds of a mean become narrow, in the unit of its values") {
  stats::Draw draw(5);
  BoundedMean values(-10, 10);
  for (int count = 0; count < 400; ++count) values.add(draw.fraction() < 0.75 ? 4 : -4);
  CHECK(values.at_least(alpha) > 0);
  CHECK(values.at_most(alpha) < 4);
  CHECK(values.interval(alpha).low < values.at_least(alpha));
  CHECK(std::abs(values.mean() - 2) < 0.7);
}

TEST_CASE("the bound of a difference of means misses it at any time in at most alpha of the runs") {
  stats::Draw draw(7);
  for (const auto& means : {std::pair(0.5, 0.4), std::pair(1.0, 0.9), std::pair(0.1, 0.0)}) {
    const auto [first, second] = means;
    CAPTURE(means.first);
    int missed = 0;
    constexpr int runs = 100;
    for (int run = 0; run < runs; ++run) {
      BoundedMean one(0, 1);
      BoundedMean other(0, 1);
      bool wrong = false;
      for (int count = 0; count < 30; ++count) {
        one.add(draw.fraction() < first ? 1 : 0);
        other.add(draw.fraction() < second ? 1 : 0);
        wrong |= difference_at_least(one, other, alpha) > first - second + 1e-9;
      }
      missed += wrong ? 1 : 0;
    }
    CHECK(missed <= runs * alpha);
  }
}

TEST_CASE("the difference of two constant means is known after few values, in the unit of the values") {
  BoundedMean high(0, 2);
  BoundedMean low(0, 2);
  CHECK(difference_at_least(high, low, alpha) == -2);
  for (int count = 0; count < 5; ++count) {
    high.add(2);
    low.add(0);
  }
  CHECK(difference_at_least(high, low, alpha) > 0.2);
  for (int count = 0; count < 395; ++count) {
    high.add(2);
    low.add(0);
  }
  CHECK(difference_at_least(high, low, alpha) > 1.9);
  CHECK(difference_at_least(high, low, alpha) < 2);
  CHECK(difference_at_least(high, high, alpha) < 0.1);
}

#include "host/stats/intervals.hpp"
#include "tests/host/stats/samples.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<double> normals(std::size_t count) {
  stats::Draw draw(5);
  std::vector<double> values(count);
  for (double& value : values) value = 10 + 2 * samples::normal(draw);
  return values;
}

double deviation(const std::vector<double>& values) {
  double squares = 0;
  for (const double value : values) squares += std::pow(value - stats::mean(values), 2);
  return std::sqrt(squares / static_cast<double>(values.size()));
}

}  // namespace

TEST_CASE("a quantile lies between the sorted values, in proportion") {
  const std::vector<double> sorted = {1, 2, 4, 8};
  CHECK(stats::quantile(sorted, 0) == 1);
  CHECK(stats::quantile(sorted, 0.5) == 3);
  CHECK(stats::quantile(sorted, 0.9) == doctest::Approx(6.8));
  CHECK(stats::quantile(sorted, 1) == 8);
}

TEST_CASE("the bootstrap interval of the same values is the same each time") {
  const std::vector<double> values = normals(50);
  const stats::Interval first = stats::bootstrap_mean(values);
  const stats::Interval again = stats::bootstrap_mean(values);
  CHECK(first.low == again.low);
  CHECK(first.high == again.high);
}

TEST_CASE("the bootstrap interval of normal values is near the one of the textbook, with groups as without") {
  for (const std::size_t count : {200U, 2000U, 2001U, 20'000U}) {
    CAPTURE(count);
    const std::vector<double> values = normals(count);
    const double half = 1.96 * deviation(values) / std::sqrt(static_cast<double>(count));
    const stats::Interval interval = stats::bootstrap_mean(values);
    CHECK(std::abs(interval.low - (stats::mean(values) - half)) < 0.1 * half);
    CHECK(std::abs(interval.high - (stats::mean(values) + half)) < 0.1 * half);
  }
}

TEST_CASE("a higher confidence takes a wider interval") {
  const std::vector<double> values = normals(50);
  const stats::Interval usual = stats::bootstrap_mean(values);
  const stats::Interval wide = stats::bootstrap_mean(values, {.confidence = 0.99});
  CHECK(wide.low < usual.low);
  CHECK(wide.high > usual.high);
}

TEST_CASE("the bootstrap interval reaches farther to the side of the long tail") {
  stats::Draw draw(3);
  std::vector<double> values(40);
  for (double& value : values) value = samples::exponential(draw);
  const stats::Interval interval = stats::bootstrap_mean(values);
  CHECK(interval.high - stats::mean(values) > 1.1 * (stats::mean(values) - interval.low));
}

TEST_CASE("the bootstrap interval covers the mean of skewed values about as often as it says") {
  stats::Draw draw(4);
  int covered = 0;
  constexpr int runs = 1000;
  for (int run = 0; run < runs; ++run) {
    std::vector<double> values(60);
    for (double& value : values) value = samples::exponential(draw);
    const stats::Interval interval = stats::bootstrap_mean(values, {.rounds = 400});
    covered += interval.low <= 1 && 1 <= interval.high ? 1 : 0;
  }
  CHECK(covered > 0.92 * runs);
  CHECK(covered < 0.97 * runs);
}

TEST_CASE("values that tell nothing, or all the same") {
  CHECK(stats::bootstrap_mean({}).low == -infinity);
  CHECK(stats::bootstrap_mean(std::vector<double>{3}).high == infinity);
  CHECK(stats::bootstrap_mean(std::vector<double>{1, 2, 3, 4, 5}).low == -infinity);
  CHECK(stats::bootstrap_mean(std::vector<double>{1, 2, 3, 4, 5, 6}).low > 1);
  CHECK(stats::bootstrap_mean(std::vector<double>(6, 3)).low == -infinity);
  CHECK(stats::bootstrap_mean(std::vector<double>(6, 3)).high == infinity);
  CHECK(stats::mean({}) == 0);
}

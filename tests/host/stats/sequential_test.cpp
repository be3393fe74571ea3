#include "host/stats/sequential.hpp"
#include "tests/host/stats/samples.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

using stats::SequentialTest;
using stats::SequentialVerdict;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<double> normals(std::size_t count, double mean) {
  stats::Draw draw(11);
  std::vector<double> values(count);
  for (double& value : values) value = mean + samples::normal(draw);
  return values;
}

SequentialTest fed(const std::vector<double>& differences, const stats::SequentialOptions& options = {}) {
  SequentialTest test(options);
  for (const double difference : differences) test.add(difference);
  return test;
}

}  // namespace

TEST_CASE("the evidence of differences without skew is the formula's") {
  // 60 differences in which each size has both signs, then 12 of size 1, which leave a skewness on the winning side.
  std::vector<double> differences;
  for (int i = 1; i <= 30; ++i) {
    differences.push_back(i % 3);
    differences.push_back(-i % 3);
  }
  const auto squares = [&](std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += differences[i] * differences[i];
    return sum;
  };
  std::size_t warm_up = 0;  // ends with the 20th that is not 0
  for (int left = 20; left > 0; ++warm_up) left -= differences[warm_up] != 0 ? 1 : 0;
  const double width = squares(warm_up);
  CHECK(fed(differences, {.warm_up = 20}).log_evidence() ==
        doctest::Approx(0.5 * std::log(width / (squares(60) + width))));
  differences.insert(differences.end(), 12, 1.0);
  const double total = squares(72) + width;
  CHECK(fed(differences, {.warm_up = 20}).log_evidence() ==
        doctest::Approx(0.5 * std::log(width / total) + 12 * 12 / (2 * total)));
}

TEST_CASE("a skewness that favours a claim is taken out of its evidence, one that does not is left") {
  // Nine losses of 1 for a win of 8.5, and mirrored: the mean is -0.05, nothing beside the deviation.
  SequentialTest skewed({.warm_up = 20});
  SequentialTest even({.warm_up = 20});
  for (int i = 0; i < 30; ++i) {
    skewed.add(i % 10 == 9 ? 4 : -1);
    even.add(i % 10 == 9 ? 1 : i % 10 == 4 ? 0 : -1);
  }
  CHECK(skewed.mean() < 0);
  CHECK(skewed.log_evidence() < 0);
  CHECK(even.verdict() == SequentialVerdict::worse);
}

TEST_CASE("nothing is claimed in the warm-up, and ties do not shorten it") {
  SequentialTest test({.warm_up = 10});
  for (int i = 0; i < 9; ++i) {
    CHECK(test.add(1) == SequentialVerdict::running);
    CHECK(test.add(0) == SequentialVerdict::running);
    CHECK(test.log_evidence() == 0);
    CHECK(test.p() == 1);
    CHECK(test.interval().low == -infinity);
  }
  CHECK(test.seeds() == 18);
  test.add(1);
  CHECK(test.log_evidence() > 0);
}

TEST_CASE("the better strategy is told, whichever it is") {
  const SequentialTest better = fed(normals(500, 0.5));
  CHECK(better.verdict() == SequentialVerdict::better);
  CHECK(better.p() <= 0.05);
  std::vector<double> turned = normals(500, 0.5);
  for (double& difference : turned) difference = -difference;
  const SequentialTest worse = fed(turned);
  CHECK(worse.verdict() == SequentialVerdict::worse);
  CHECK(worse.p() == better.p());
  CHECK(worse.interval().low == doctest::Approx(-better.interval().high));
}

TEST_CASE("the unit of the score does not matter") {
  std::vector<double> differences = normals(300, 0.2);
  const SequentialTest small = fed(differences);
  for (double& difference : differences) difference *= 1e6;
  const SequentialTest large = fed(differences);
  CHECK(large.log_evidence() == doctest::Approx(small.log_evidence()));
  CHECK(large.interval().high == doctest::Approx(1e6 * small.interval().high));
}

TEST_CASE("a verdict stays, whatever comes after it") {
  SequentialTest test = fed(normals(500, 1));
  for (int i = 0; i < 1000; ++i) CHECK(test.add(-5) == SequentialVerdict::better);
}

TEST_CASE("at the most seeds the test ends without a claim") {
  SequentialTest test({.most = 30});
  for (int i = 1; i < 30; ++i) CHECK(test.add(i % 2 == 0 ? 1 : -1) == SequentialVerdict::running);
  CHECK(test.add(1) == SequentialVerdict::no_difference_found);
  CHECK(fed(std::vector<double>(10'000, 0)).verdict() == SequentialVerdict::no_difference_found);
}

TEST_CASE("the interval holds exactly what the same test does not exclude") {
  std::vector<double> differences = normals(200, 0.7);
  const stats::Interval interval = fed(differences).interval();
  CHECK(interval.low > 0);
  const auto excludes = [&](double value) {
    std::vector<double> moved = differences;
    for (double& difference : moved) difference -= value;
    return fed(moved).log_evidence() >= std::log(20);
  };
  const double width = interval.high - interval.low;
  for (const double end : {interval.low, interval.high}) {
    const double outward = end == interval.low ? -1e-6 * width : 1e-6 * width;
    CHECK(excludes(end + outward));
    CHECK_FALSE(excludes(end - outward));
  }
}

TEST_CASE("more seeds make a narrower interval") {
  const stats::Interval few = fed(normals(100, 0)).interval();
  const stats::Interval many = fed(normals(3000, 0)).interval();
  CHECK(many.high - many.low < 0.35 * (few.high - few.low));
}

TEST_CASE("differences that are all the same leave one value") {
  const stats::Interval interval = fed(std::vector<double>(200, 3)).interval();
  CHECK(interval.low == 3);
  CHECK(interval.high == 3);
}

TEST_CASE("what the sequential test can't use is refused") {
  SequentialTest test;
  CHECK_THROWS_AS(test.add(infinity), std::invalid_argument);
  CHECK_THROWS_AS(test.add(std::nan("")), std::invalid_argument);
}

// Tests that compare two groups: means, and counts.
#include "host/stats/significance.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>

TEST_CASE("Welch's test has the p-value of the t-distribution with its degrees of freedom") {
  // Of 1, 2, 3, 4.5 and 2, 4, 6, 8, 10: t = 2.1104917 with 5.92623 degrees of freedom; integrated numerically.
  const stats::Sample few{.count = 4, .mean = 2.625, .variance = 2.2291666666666665};
  const stats::Sample more{.count = 5, .mean = 6, .variance = 10};
  CHECK(stats::welch_p(few, more) == doctest::Approx(0.0798937).epsilon(1e-5));
  CHECK(stats::welch_p(more, few) == doctest::Approx(stats::welch_p(few, more)));
}

TEST_CASE("samples that do not vary have equal means or not") {
  const stats::Sample one{.count = 3, .mean = 1, .variance = 0};
  const stats::Sample two{.count = 3, .mean = 2, .variance = 0};
  CHECK(stats::welch_p(one, one) == 1);
  CHECK(stats::welch_p(one, two) == 0);
}

TEST_CASE("Fisher's test sums the hypergeometric probabilities") {
  // The lady who tastes tea (Fisher 1935).
  CHECK(stats::fisher_more(3, 4, 4, 8) == doctest::Approx(17.0 / 70));
  CHECK(stats::fisher_more(4, 4, 4, 8) == doctest::Approx(1.0 / 70));
  CHECK(stats::fisher_more(0, 4, 4, 8) == 1);
  CHECK_MESSAGE(stats::fisher_more(1, 3, 7, 8) == 1, "two at least are marked in any three");
  // Against the sum over all tables.
  const auto choose = [](std::uint32_t n, std::uint32_t k) {
    double all = 1;
    for (std::uint32_t i = 0; i < k; ++i) all = all * (n - i) / (i + 1);
    return k > n ? 0 : all;
  };
  for (std::uint32_t marked = 0; marked <= 12; ++marked) {
    for (std::uint32_t size = 0; size <= 12; ++size) {
      double sum = 0;
      for (std::uint32_t count = std::min(marked, size);; --count) {
        sum += choose(marked, count) * choose(12 - marked, size - count) / choose(12, size);
        if (count + 12 >= size + marked) CHECK(stats::fisher_more(count, size, marked, 12) == doctest::Approx(sum));
        if (count == 0) break;
      }
    }
  }
  CHECK(stats::fisher_more(60, 100'000, 100, 1'000'000) < 1e-20);
}

#include "host/stats/significance.hpp"

#include "host/stats/intervals.hpp"

#include <boost/math/distributions/hypergeometric.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace stats {

double student_quantile(double probability, std::size_t freedom) {
  return boost::math::quantile(boost::math::students_t(static_cast<double>(freedom)), probability);
}

Interval student_interval(std::span<const double> values, double confidence) {
  if (values.size() < 2) return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  const double centre = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - centre) * (value - centre);
  const auto count = static_cast<double>(values.size());
  const double error = std::sqrt(squares / (count - 1) / count);
  const double half = error == 0 ? 0 : error * student_quantile((1 + confidence) / 2, values.size() - 1);
  return {centre - half, centre + half};
}

double welch_p(const Sample& a, const Sample& b) {
  const double of_a = a.variance / a.count;
  const double of_b = b.variance / b.count;
  const double error = std::sqrt(of_a + of_b);
  if (error == 0) return a.mean == b.mean ? 1 : 0;
  const double t = std::abs(a.mean - b.mean) / error;
  const double freedom = (of_a + of_b) * (of_a + of_b) / (of_a * of_a / (a.count - 1) + of_b * of_b / (b.count - 1));
  return 2 * boost::math::cdf(boost::math::complement(boost::math::students_t(freedom), t));
}

double fisher_more(std::uint32_t count, std::uint32_t size, std::uint32_t marked, std::uint32_t all) {
  const std::uint32_t least = size + marked > all ? size + marked - all : 0;
  if (count <= least) return 1;
  const boost::math::hypergeometric_distribution<double> expected(marked, size, all);
  return boost::math::cdf(boost::math::complement(expected, count - 1));
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    largest = std::max(largest, std::min(1.0, p[order[i]] * static_cast<double>(p.size() - i)));
    adjusted[order[i]] = largest;
  }
  return adjusted;
}

}  // namespace stats

#include "host/stats/student.hpp"

#include "host/stats/bootstrap.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <cmath>
#include <limits>

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

}  // namespace stats

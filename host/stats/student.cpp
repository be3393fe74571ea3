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

}  // namespace stats

#include "host/stats/sequential.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace stats {

void SequentialTest::Sums::add(double difference) {
  ++count;
  const double off = difference - mean;
  const double step = off / count;
  const double grown = off * step * (count - 1);
  mean += step;
  cubes += grown * step * (count - 2) - 3 * step * squares;
  squares += grown;
}

double SequentialTest::Sums::squares_around(double value) const {
  return squares + count * (mean - value) * (mean - value);
}

double SequentialTest::Sums::cubes_around(double value) const {
  const double off = mean - value;
  return cubes + 3 * off * squares + count * off * off * off;
}

SequentialVerdict SequentialTest::add(double difference) {
  if (!std::isfinite(difference)) throw std::invalid_argument("a difference of scores is finite");
  ++seeds_;
  all_.add(difference);
  if (different_ < options_.warm_up) {
    warm_up_.add(difference);
    different_ += difference != 0 ? 1 : 0;
  }
  if (verdict_ != SequentialVerdict::running) return verdict_;
  const double evidence = log_evidence(0);
  largest_ = std::max(largest_, evidence);
  if (evidence >= -std::log(options_.alpha)) {
    verdict_ = all_.mean > 0 ? SequentialVerdict::better : SequentialVerdict::worse;
  } else if (seeds_ >= options_.most) {
    verdict_ = SequentialVerdict::no_difference_found;
  }
  return verdict_;
}

double SequentialTest::p() const {
  return std::exp(-largest_);
}

double SequentialTest::log_evidence(double value) const {
  if (different_ < options_.warm_up) return 0;
  const double width = warm_up_.squares_around(value);
  const double squares = all_.squares_around(value);
  if (width == 0) return 0;  // then the whole warm-up has the value `value`
  const double cost = std::log1p(squares / width) / 2;
  const double share = squares / (squares + width);
  const double t = all_.count * (all_.mean - value) / std::sqrt(squares);
  const double critical = 2 * (cost - std::log(options_.alpha)) / share;  // the t^2 at which a difference is claimed
  const double skew = all_.cubes_around(value) / std::pow(squares, 1.5);
  const double guarded = t + skew * (1 + 2 * std::min(t * t, critical)) / 2;
  const double sure = t * guarded > 0 ? std::min(std::abs(t), std::abs(guarded)) : 0;
  return sure * sure / 2 * share - cost;
}

double SequentialTest::excluded_from(double direction) const {
  const double threshold = -std::log(options_.alpha);
  const auto excluded = [&](double off) { return log_evidence(all_.mean + direction * off) >= threshold; };
  // Searches from far outside towards the first value that is not excluded, so that no value beyond it is missed.
  double far = 100 * (std::sqrt(all_.squares / all_.count) + std::abs(all_.mean - warm_up_.mean));
  if (far == 0) return all_.mean;
  if (!excluded(far)) return direction * std::numeric_limits<double>::infinity();
  double near = far * 0.9;
  while (excluded(near)) {
    far = near;
    near *= 0.9;
  }
  return all_.mean + direction * end_of_interval(far, near, 50, excluded);
}

Interval SequentialTest::interval() const {
  if (different_ < options_.warm_up) return whole_line;
  return {excluded_from(-1), excluded_from(1)};
}

}  // namespace stats

#include "host/stats/bounded_mean.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace stats {

namespace {

using Counts = std::map<double, std::size_t>;

/// Returns the mean wealth over all stakes.
double wealth(const Counts& values, double mean, bool mirrored) {
  constexpr int stakes = 40;
  double sum = 0;
  for (int stake = 0; stake < stakes; ++stake) {
    const double part = (stake + 0.5) / stakes;
    double product = 1;
    for (const auto& [value, count] : values)
      product *= std::pow(1 + part * ((mirrored ? 1 - value : value) / mean - 1), static_cast<double>(count));
    sum += product;
  }
  return sum / stakes;
}

/// Returns the largest mean below which all are excluded.
double bound(const Counts& values, double alpha, bool mirrored) {
  constexpr int halvings = 40;
  double excluded = 0;
  double open = 1;
  for (int halving = 0; halving < halvings; ++halving) {
    const double middle = (excluded + open) / 2;
    (wealth(values, middle, mirrored) >= 1 / alpha ? excluded : open) = middle;
  }
  return excluded;
}

/// The means that difference_at_least() looks at: all multiples of 1 / grid.
constexpr int grid = 200;
using LogWealths = std::array<double, grid + 1>;

LogWealths log_wealths(const Counts& values, bool mirrored) {
  constexpr double least_mean = 1e-9;
  constexpr double least_wealth = 1e-300;
  LogWealths logs{};
  for (int step = 0; step <= grid; ++step) {
    const double mean = std::max(static_cast<double>(mirrored ? grid - step : step) / grid, least_mean);
    logs[static_cast<std::size_t>(step)] =
        std::log(std::clamp(wealth(values, mean, mirrored), least_wealth, 1 / least_wealth));
  }
  return logs;
}

}  // namespace

void BoundedMean::add(double value) {
  ++values_[std::clamp((value - low_) / (high_ - low_), 0.0, 1.0)];
  ++count_;
}

double BoundedMean::mean() const {
  double sum = 0;
  for (const auto& [value, count] : values_) sum += value * static_cast<double>(count);
  return count_ == 0 ? 0 : low_ + sum / static_cast<double>(count_) * (high_ - low_);
}

double BoundedMean::at_least(double alpha) const {
  return low_ + bound(values_, alpha, false) * (high_ - low_);
}

double BoundedMean::at_most(double alpha) const {
  return high_ - bound(values_, alpha, true) * (high_ - low_);
}

// Between two multiples, the wealth on "above" is at least that at the upper one, and the wealth on "below" at least
// that at the lower one.
double difference_at_least(const BoundedMean& one, const BoundedMean& other, double alpha) {
  const LogWealths above = log_wealths(one.values_, false);
  const LogWealths below = log_wealths(other.values_, true);
  int known = -grid;
  for (int difference = 1 - grid; difference < grid; ++difference) {
    double least = std::numeric_limits<double>::infinity();
    for (int step = std::max(difference, 0); step < grid && step - difference < grid; ++step)
      least = std::min(least,
                       above[static_cast<std::size_t>(step + 1)] + below[static_cast<std::size_t>(step - difference)]);
    if (least < std::log(1 / alpha)) break;
    known = difference;
  }
  return (one.high_ - one.low_) * known / grid;
}

}  // namespace stats

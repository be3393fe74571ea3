#include "host/stats/intervals.hpp"

#include "host/stats/draw.hpp"
#include "host/stats/significance.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

namespace stats {

namespace {

constexpr std::size_t most_single = 2000;
constexpr std::size_t groups = 1000;

/// The unit of resampling: a value, or a group of values.
struct Unit {
  double sum = 0;
  double count = 0;
};

std::vector<Unit> units_of(std::span<const double> values) {
  std::vector<Unit> units(values.size() > most_single ? groups : values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    Unit& unit = units[i % units.size()];
    unit.sum += values[i];
    ++unit.count;
  }
  return units;
}

static_assert(most_single <= std::numeric_limits<std::uint16_t>::max());

/// Returns the normal quantile of the fraction of `means` below `centre`; equal ones count half. Finite even if all are
/// on one side.
double bias(std::span<const double> means, double centre) {
  const auto [first, last] = std::equal_range(means.begin(), means.end(), centre);
  const auto rounds = static_cast<double>(means.size());
  const double below = static_cast<double>(first - means.begin()) + 0.5 * static_cast<double>(last - first);
  return boost::math::quantile(boost::math::normal(), std::clamp(below, 0.5, rounds - 0.5) / rounds);
}

/// But for rounding.
bool all_equal(std::span<const double> values) {
  constexpr double rounding = 1e-12;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return *most - *least <= rounding * std::max(std::abs(*least), std::abs(*most));
}

/// Computed by the jackknife, whose values are linear in the data if the statistic is the mean.
double acceleration(std::span<const double> values, double centre) {
  double squares = 0;
  double cubes = 0;
  for (const double value : values) {
    const double off = value - centre;
    squares += off * off;
    cubes += off * off * off;
  }
  return squares > 0 ? cubes / (6 * std::pow(squares, 1.5)) : 0;
}

}  // namespace

double mean(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double quantile(std::span<const double> sorted, double probability) {
  const double place = probability * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  const double part = place - static_cast<double>(below);
  return sorted[below] + part * (sorted[below + 1] - sorted[below]);
}

double resampled_reach(double confidence, double values) {
  return student_quantile((1 + confidence) / 2, values - 1) * std::sqrt(values / (values - 1));
}

std::vector<double> MeanBootstrap::resampled_means(std::span<const double> values) {
  const std::vector<Unit> units = units_of(values);
  if (drawn_.size() != options_.rounds * units.size()) {
    drawn_.resize(options_.rounds * units.size());
    Draw draw(1);
    for (std::uint16_t& each : drawn_)
      each = static_cast<std::uint16_t>(draw.below(static_cast<std::uint32_t>(units.size())));
  }
  std::vector<double> means(options_.rounds);
  auto drawn = drawn_.begin();
  for (double& result : means) {
    Unit total;
    for (std::size_t i = 0; i < units.size(); ++i) {
      const Unit& unit = units[*drawn++];
      total.sum += unit.sum;
      total.count += unit.count;
    }
    result = total.sum / total.count;
  }
  std::sort(means.begin(), means.end());
  return means;
}

Interval MeanBootstrap::interval(std::span<const double> values, double count) {
  if (values.size() < least_seeds || count < 2 || all_equal(values)) return whole_line;

  const std::vector<double> means = resampled_means(values);
  const double centre = mean(values);
  const double shift = bias(means, centre);
  const double skew = acceleration(values, centre);
  const double reach = resampled_reach(options_.confidence, count);
  const auto end = [&](double side) {
    const double z = shift + side * reach;
    const double stretch = 1 - skew * z;
    if (stretch <= 0) return z < 0 ? means.front() : means.back();
    return quantile(means, boost::math::cdf(boost::math::normal(), shift + z / stretch));
  };
  return {end(-1), end(1)};
}

Interval bootstrap_mean(std::span<const double> values, const BootstrapOptions& options) {
  return MeanBootstrap(options).interval(values);
}

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
  return end_of_interval(0, 1, 40, [&](double mean) { return wealth(values, mean, mirrored) >= 1 / alpha; });
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

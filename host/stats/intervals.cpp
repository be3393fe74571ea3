#include "host/stats/draw.hpp"
#include "host/stats/significance.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>
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

std::vector<double> MeanBootstrap::resampled_means(std::span<const double> values) {
  const std::vector<Unit> units = units_of(values);
  if (drawn_.size() != options_.rounds * units.size()) {
    drawn_.resize(options_.rounds * units.size());
    Draw draw(options_.seed);
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

Interval MeanBootstrap::interval(std::span<const double> values) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (values.size() < least_seeds) return {-infinity, infinity};

  const std::vector<double> means = resampled_means(values);
  const double centre = mean(values);
  const double shift = bias(means, centre);
  const double skew = acceleration(values, centre);
  // As wide as Student's interval: resampled means spread too little for few values (Hesterberg, What Teachers Should
  // Know About the Bootstrap, 2015, section 3.2).
  const auto count = static_cast<double>(values.size());
  const double tail = student_quantile((1 + options_.confidence) / 2, values.size() - 1);
  const double reach = tail * std::sqrt(count / (count - 1));
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

}  // namespace stats

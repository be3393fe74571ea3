#include "host/stats/paired.hpp"

#include <boost/math/distributions/normal.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace stats {

std::vector<double> differences(std::span<const double> first, std::span<const double> second) {
  if (first.size() != second.size()) throw std::invalid_argument("paired scores come in equal numbers");
  std::vector<double> result(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    result[i] = first[i] - second[i];
    if (!std::isfinite(result[i])) throw std::invalid_argument("scores and their differences are finite");
  }
  return result;
}

Paired compare(std::span<const double> first, std::span<const double> second, const BootstrapOptions& options) {
  const std::vector<double> off = differences(first, second);
  Paired result;
  result.seeds = off.size();
  result.mean = mean(off);
  double squares = 0;
  for (const double difference : off) squares += (difference - result.mean) * (difference - result.mean);
  if (off.size() > 1) result.deviation = std::sqrt(squares / static_cast<double>(off.size() - 1));
  result.interval = bootstrap_mean(off, options);
  result.signed_rank = signed_rank(off);
  for (const double difference : off) {
    result.wins += difference > 0 ? 1 : 0;
    result.ties += difference == 0 ? 1 : 0;
    result.losses += difference < 0 ? 1 : 0;
  }
  const double below = mean(second);
  result.ratio = below == 0 ? std::numeric_limits<double>::quiet_NaN() : mean(first) / below;
  return result;
}

std::optional<std::uint64_t> seeds_to_find(double mean, double deviation, double alpha, double power) {
  const boost::math::normal normal;
  const double away = boost::math::quantile(normal, 1 - alpha / 2) + boost::math::quantile(normal, power);
  const double seeds = std::ceil(std::pow(away * deviation / mean, 2) * std::numbers::pi / 3);
  constexpr double most = 1e18;
  if (!(seeds >= 1 && seeds < most)) return std::nullopt;
  return static_cast<std::uint64_t>(seeds);
}

}  // namespace stats

#include "host/stats/paired.hpp"

#include <cmath>
#include <limits>
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

}  // namespace stats

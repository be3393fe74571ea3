#include "host/cluster/lease_size.hpp"

#include <algorithm>

namespace host::cluster {

namespace {

constexpr double most_bytes = 1 << 24;  // of the results of a lease
constexpr std::size_t most_matches = 20'000;
constexpr std::size_t most_growth = 4;
constexpr double weight = 0.3;  // of the latest measurement

double mean_of(double before, double now) {
  return before == 0 ? now : before + weight * (now - before);
}

}  // namespace

std::size_t LeaseSize::next(std::size_t left, std::size_t slots) const {
  const std::size_t share = left / (2 * std::max<std::size_t>(slots, 1));
  return std::max<std::size_t>(1, std::min(size_, share));
}

void LeaseSize::add(std::size_t matches, std::int64_t busy_ns, std::size_t bytes) {
  if (matches == 0) return;
  const auto count = static_cast<double>(matches);
  match_ns_ = mean_of(match_ns_, std::max(1.0, static_cast<double>(busy_ns) / count));
  match_bytes_ = mean_of(match_bytes_, std::max(1.0, static_cast<double>(bytes) / count));
  const double fitting = std::min(static_cast<double>(lease_ns_) / match_ns_, most_bytes / match_bytes_);
  // The first matches of an arena take longer than others, so a measurement of few of them says little.
  const std::size_t most = std::min(most_matches, most_growth * std::max(size_, matches));
  size_ = std::clamp<std::size_t>(static_cast<std::size_t>(fitting), 1, most);
}

}  // namespace host::cluster

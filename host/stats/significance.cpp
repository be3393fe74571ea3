#include "host/stats/significance.hpp"

#include "host/stats/intervals.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace stats {

namespace {

/// Returns the estimate from a sample: its divisor is the number of values less 1.
double variance(std::span<const double> values, double mean) {
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares / static_cast<double>(values.size() - 1);
}

}  // namespace

double student_quantile(double probability, double freedom) {
  return boost::math::quantile(boost::math::students_t(freedom), probability);
}

Interval student_interval(std::span<const double> values, double confidence) {
  if (values.size() < 2) return whole_line;
  const double centre = mean(values);
  const double error = std::sqrt(variance(values, centre) / static_cast<double>(values.size()));
  const double half =
      error == 0 ? 0 : error * student_quantile((1 + confidence) / 2, static_cast<double>(values.size() - 1));
  return {centre - half, centre + half};
}

Interval ClusteredMean::interval(double confidence) const {
  if (!can_be_tested() || error == 0) return whole_line;
  const double half = error * student_quantile((1 + confidence) / 2, freedom);
  return {mean - half, mean + half};
}

double ClusteredMean::p(double value) const {
  if (!can_be_tested() || mean == value) return 1;
  const double least = std::exp2(1 - static_cast<double>(clusters));
  if (error == 0) return least;
  const boost::math::students_t student(freedom);
  return std::max(least, 2 * boost::math::cdf(boost::math::complement(student, std::abs(mean - value) / error)));
}

ClusteredMean clustered_mean(std::span<const double> values, std::span<const std::uint64_t> clusters) {
  struct Cluster {
    double sum = 0;
    double count = 0;
  };
  std::map<std::uint64_t, Cluster> all;  // ordered, so that sums are reproducible
  for (std::size_t i = 0; i < values.size(); ++i) {
    Cluster& cluster = all[clusters[i]];
    cluster.sum += values[i];
    ++cluster.count;
  }
  ClusteredMean result{.clusters = all.size(), .mean = mean(values)};
  if (all.size() < 2) return result;
  const auto n = static_cast<double>(values.size());
  double squares = 0;
  double sizes = 0;
  for (const auto& [number, cluster] : all) {
    const double off = (cluster.sum - result.mean * cluster.count) / (n - cluster.count);  // by which it moves the mean
    squares += off * off;
    sizes += cluster.count * cluster.count;
  }
  const auto count = static_cast<double>(all.size());
  constexpr double rounding = 1e-12;
  result.error = std::sqrt((count - 1) / count * squares);
  if (result.error <= rounding * std::abs(result.mean)) result.error = 0;
  result.freedom = n * n / sizes - 1;
  return result;
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

namespace {

constexpr std::size_t most_exact = 100;

/// The doubled rank of a difference, so that shared ranks are integers, and the difference's sign.
struct Rank {
  std::size_t doubled = 0;
  bool positive = false;
};

std::vector<Rank> ranks_of(std::span<const double> differences) {
  std::vector<double> sorted(differences.begin(), differences.end());
  // Stable only because GCC 14 wrongly finds a fault in how a vector ends that std::sort has sorted.
  std::stable_sort(sorted.begin(), sorted.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  std::vector<Rank> ranks;
  for (std::size_t first = 0, last = 0; first < sorted.size(); first = last) {
    while (last < sorted.size() && std::abs(sorted[last]) == std::abs(sorted[first])) ++last;
    if (sorted[first] == 0) continue;
    for (std::size_t i = first; i < last; ++i) ranks.push_back({first + 1 + last, sorted[i] > 0});
  }
  return ranks;
}

/// Returns the probability that the sum of the doubled ranks with a random sign "+" is at most `sum`.
double exact_tail(const std::vector<Rank>& ranks, std::size_t sum) {
  std::vector<double> probability(sum + 1, 0);
  probability[0] = 1;
  for (const Rank& rank : ranks) {
    for (std::size_t at = sum + 1; at-- > 0;) {
      const double joined = at >= rank.doubled ? probability[at - rank.doubled] : 0;
      probability[at] = (probability[at] + joined) / 2;
    }
  }
  double tail = 0;
  for (const double part : probability) tail += part;
  return tail;
}

double normal_tail(const std::vector<Rank>& ranks, double smaller, double larger) {
  double squares = 0;
  for (const Rank& rank : ranks) squares += static_cast<double>(rank.doubled) * static_cast<double>(rank.doubled);
  const double deviation = std::sqrt(squares / 4) / 2;
  const double z = std::max(0.0, (larger - smaller) / 2 - 0.5) / deviation;
  return boost::math::cdf(boost::math::complement(boost::math::normal(), z));
}

/// Returns first minus second for each seed.
std::vector<double> differences(std::span<const double> first, std::span<const double> second) {
  if (first.size() != second.size()) throw std::invalid_argument("paired scores come in equal numbers");
  std::vector<double> result(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    result[i] = first[i] - second[i];
    if (!std::isfinite(result[i])) throw std::invalid_argument("scores and their differences are finite");
  }
  return result;
}

}  // namespace

SignedRank signed_rank(std::span<const double> differences) {
  const std::vector<Rank> ranks = ranks_of(differences);
  std::size_t positive = 0;
  std::size_t negative = 0;
  for (const Rank& rank : ranks) (rank.positive ? positive : negative) += rank.doubled;

  SignedRank result;
  result.positive = static_cast<double>(positive) / 2;
  result.negative = static_cast<double>(negative) / 2;
  result.count = ranks.size();
  if (ranks.empty()) return result;
  result.exact = ranks.size() <= most_exact;
  const double tail = result.exact ? exact_tail(ranks, std::min(positive, negative))
                                   : normal_tail(ranks, std::min(result.positive, result.negative),
                                                 std::max(result.positive, result.negative));
  result.p = std::min(1.0, 2 * tail);
  return result;
}

Paired compare(std::span<const double> first, std::span<const double> second, const BootstrapOptions& options,
               std::span<const std::uint64_t> clusters) {
  const std::vector<double> off = differences(first, second);
  Paired result;
  result.seeds = off.size();
  result.mean = mean(off);
  if (off.size() > 1) result.deviation = std::sqrt(variance(off, result.mean));
  if (!clusters.empty()) result.clustered = clustered_mean(off, clusters);
  if (result.clustered && result.clustered->clusters == off.size()) result.clustered.reset();
  result.interval = result.clustered ? result.clustered->interval(options.confidence) : bootstrap_mean(off, options);
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

std::optional<std::uint64_t> seeds_to_find(double mean, double deviation, double alpha) {
  constexpr double power = 0.8;
  const boost::math::normal normal;
  const double away = boost::math::quantile(normal, 1 - alpha / 2) + boost::math::quantile(normal, power);
  const double seeds = std::ceil(std::pow(away * deviation / mean, 2) * std::numbers::pi / 3);
  constexpr double most = 1e18;
  if (!(seeds >= 1 && seeds < most)) return std::nullopt;
  const double fewest = std::ceil(1 - std::log2(alpha));  // of fewer, the test finds nothing even if all are won
  return static_cast<std::uint64_t>(std::max(seeds, fewest));
}

}  // namespace stats

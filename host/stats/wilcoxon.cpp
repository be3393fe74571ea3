#include "host/stats/wilcoxon.hpp"

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace stats {

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

}  // namespace stats

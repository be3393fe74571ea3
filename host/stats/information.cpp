#include "host/stats/information.hpp"

#include "host/stats/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace stats {

namespace {

ChoiceCounts total_of(const RankingCounts& counts) {
  ChoiceCounts total{std::vector<double>(counts.players()), std::vector<double>(counts.sets().size())};
  for (const RankingCounts::Group& group : counts.groups()) {
    for (std::size_t player = 0; player < group.chosen.size(); ++player) total.chosen[player] += group.chosen[player];
    for (const auto& [set, chances] : group.chances) total.chances[set] += chances;
  }
  return total;
}

/// Returns the negated Hessian of the log-likelihood with its prior: the Fisher information.
std::vector<double> curvature(const RankingCounts& counts, const ChoiceCounts& total, double prior,
                              const std::vector<double>& strengths) {
  const std::size_t size = strengths.size();
  std::vector<double> matrix(size * size);
  for (std::size_t i = 0; i < size; ++i)
    matrix[i * size + i] = prior / ((1 + std::exp(-strengths[i])) * (1 + std::exp(strengths[i])));
  std::vector<double> shares;
  for (std::size_t s = 0; s < counts.sets().size(); ++s) {
    const RankingCounts::Set& set = counts.sets()[s];
    shares.clear();
    double sum = 0;
    for (const std::uint32_t player : set) sum += shares.emplace_back(std::exp(strengths[player]));
    for (std::size_t i = 0; i < set.size(); ++i) {
      const double each = total.chances[s] * shares[i] / sum;
      matrix[set[i] * size + set[i]] += each;
      for (std::size_t j = 0; j < set.size(); ++j) matrix[set[i] * size + set[j]] -= each * shares[j] / sum;
    }
  }
  return matrix;
}

/// Inverts a positive definite matrix in its place (Gauss and Jordan, which needs no pivots then).
void invert(std::vector<double>& matrix, std::size_t size) {
  for (std::size_t k = 0; k < size; ++k) {
    double* const pivot = &matrix[k * size];
    const double scale = 1 / std::exchange(pivot[k], 1);
    for (std::size_t j = 0; j < size; ++j) pivot[j] *= scale;
    for (std::size_t i = 0; i < size; ++i) {
      if (i == k) continue;
      double* const line = &matrix[i * size];
      const double times = std::exchange(line[k], 0);
      for (std::size_t j = 0; j < size; ++j) line[j] -= times * pivot[j];
    }
  }
}

}  // namespace

OrderInformation::OrderInformation(const RankingCounts& counts, std::vector<std::size_t> players, double prior)
    : size_(counts.players()), players_(std::move(players)) {
  const ChoiceCounts total = total_of(counts);
  strengths_ = fit_strengths(counts.sets(), total, prior, std::vector<double>(size_));
  covariance_ = curvature(counts, total, prior, strengths_);
  invert(covariance_, size_);
  std::stable_sort(players_.begin(), players_.end(),
                   [this](std::size_t one, std::size_t other) { return strengths_[one] > strengths_[other]; });
  weigh();
}

double OrderInformation::information(std::size_t one, std::size_t other, double matches) const {
  const double difference = strengths_[one] - strengths_[other];
  return matches / ((1 + std::exp(difference)) * (1 + std::exp(-difference)));
}

double OrderInformation::variance(std::size_t one, std::size_t other) const {
  return covariance_[row(one, one)] + covariance_[row(other, other)] - 2 * covariance_[row(one, other)];
}

double OrderInformation::gain(std::size_t one, std::size_t other, double matches) const {
  const double added = information(one, other, matches);
  return added * (worth_[row(one, one)] + worth_[row(other, other)] - 2 * worth_[row(one, other)]) /
         (1 + added * variance(one, other));
}

void OrderInformation::expect(std::size_t one, std::size_t other, double matches) {
  const double added = information(one, other, matches);
  const double scale = added / (1 + added * variance(one, other));
  std::vector<double> slope(size_);
  for (std::size_t i = 0; i < size_; ++i) slope[i] = covariance_[row(i, one)] - covariance_[row(i, other)];
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t j = 0; j < size_; ++j) covariance_[row(i, j)] -= scale * slope[i] * slope[j];
  }
  weigh();
}

void OrderInformation::weigh() {
  worth_.assign(size_ * size_, 0);
  std::vector<double> slope(size_);
  for (std::size_t place = 1; place < players_.size(); ++place) {
    const std::size_t above = players_[place - 1];
    const std::size_t below = players_[place];
    const double deviation = std::sqrt(variance(above, below));
    const double lead = (strengths_[above] - strengths_[below]) / deviation;
    // The derivative of the expected loss, deviation * (density(lead) - lead * P(Z > lead)), with the variance.
    const double weight = std::exp(-lead * lead / 2) / std::sqrt(2 * std::numbers::pi) / (2 * deviation);
    for (std::size_t i = 0; i < size_; ++i) slope[i] = covariance_[row(i, above)] - covariance_[row(i, below)];
    for (const std::size_t i : players_) {
      for (const std::size_t j : players_) worth_[row(i, j)] += weight * slope[i] * slope[j];
    }
  }
}

}  // namespace stats

#include "host/stats/rating.hpp"

#include "host/stats/draw.hpp"
#include "host/stats/intervals.hpp"
#include "host/stats/plackett_luce.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

namespace stats {

namespace {

/// A group of seeds with at least one match, in a layout for fast summation.
struct Block {
  const std::vector<double>* chosen = nullptr;
  std::vector<std::pair<std::uint32_t, double>> chances;  // in the order of the sets, so that sums are reproducible
};

std::vector<Block> blocks_of(const RankingCounts& counts) {
  std::vector<Block> blocks;
  for (const RankingCounts::Group& group : counts.groups()) {
    if (group.chosen.empty()) continue;
    blocks.push_back({&group.chosen, {group.chances.begin(), group.chances.end()}});
    std::sort(blocks.back().chances.begin(), blocks.back().chances.end());
  }
  return blocks;
}

/// Returns the sum of the blocks, each so many `times`.
ChoiceCounts total_of(const RankingCounts& counts, const std::vector<Block>& blocks, const std::vector<double>& times) {
  ChoiceCounts total{std::vector<double>(counts.players()), std::vector<double>(counts.sets().size())};
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    if (times[block] == 0) continue;
    for (std::size_t i = 0; i < total.chosen.size(); ++i) total.chosen[i] += times[block] * (*blocks[block].chosen)[i];
    for (const auto& [set, count] : blocks[block].chances) total.chances[set] += times[block] * count;
  }
  return total;
}

/// A weighted sum of the players' strengths that is the rating of one of them: its own minus the mean of its reference.
std::vector<double> contrast(std::size_t player, const std::vector<Connection>& connections) {
  const auto counts = [&](const Connection& each) { return each.reference && each.group == connections[player].group; };
  const auto size = static_cast<double>(std::count_if(connections.begin(), connections.end(), counts));
  std::vector<double> weights(connections.size());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = counts(connections[i]) ? -1 / size : 0;
  ++weights[player];
  return weights;
}

constexpr double elo_per_nat = 400 / std::numbers::ln10;

std::vector<double> elos(std::vector<double> strengths, const std::vector<Connection>& connections) {
  std::vector<double> sums(strengths.size());  // by group
  std::vector<double> sizes(strengths.size());
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    if (!connections[i].reference) continue;
    sums[connections[i].group] += strengths[i];
    ++sizes[connections[i].group];
  }
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    const std::size_t group = connections[i].group;
    strengths[i] = (strengths[i] - sums[group] / sizes[group]) * elo_per_nat;
  }
  return strengths;
}

/// Returns the number of groups of seeds with a match of the player against another one.
double seeds_of(std::size_t player, const RankingCounts& counts, const std::vector<Block>& blocks) {
  const auto plays = [&](const std::pair<std::uint32_t, double>& chances) {
    const RankingCounts::Set& set = counts.sets()[chances.first];
    return std::find(set.begin(), set.end(), player) != set.end();
  };
  return static_cast<double>(std::count_if(blocks.begin(), blocks.end(), [&](const Block& block) {
    return std::any_of(block.chances.begin(), block.chances.end(), plays);
  }));
}

constexpr double confidence = 0.95;  // of the intervals

/// The prior's place where none is wanted: keeps all strengths finite, and changes no finite Elo by a thousandth.
constexpr double least_prior = 1e-6;

/// Returns the finite end of an interval that is open on one side. The most likely strengths with a given rating are
/// those of counts in which the player was chosen `tilt` times less, or more often, and its reference the other way.
double closed_end(const RankingCounts& counts, const ChoiceCounts& total, double seeds, std::size_t player,
                  const std::vector<Connection>& connections, double probability) {
  const double scale = seeds / static_cast<double>(counts.matches()[player]);
  ChoiceCounts scaled = total;
  for (double& chosen : scaled.chosen) chosen *= scale;
  for (double& chances : scaled.chances) chances *= scale;
  const std::vector<double> weights = contrast(player, connections);
  const double sign = connections[player].open_above ? -1 : 1;
  std::vector<double> strengths(counts.players());
  const auto fitted_at = [&](double tilt) {
    ChoiceCounts tilted = scaled;
    for (std::size_t i = 0; i < weights.size(); ++i) tilted.chosen[i] += sign * tilt * weights[i];
    return fit_strengths(counts.sets(), tilted, least_prior, strengths);
  };
  const auto likelihood_of = [&](const std::vector<double>& fitted) {
    return log_likelihood(counts.sets(), scaled, fitted);
  };
  strengths = fitted_at(least_prior);
  const double supremum = likelihood_of(strengths);
  // Beyond some tilt no strengths have such counts, and what is fitted there is no place to begin another fit.
  static_cast<void>(end_of_interval(std::log(least_prior), std::log(2 * seeds), 40, [&](double tilt) {
    std::vector<double> fitted = fitted_at(std::exp(tilt));
    const bool inside = supremum - likelihood_of(fitted) < -std::log(probability);
    if (inside) strengths = std::move(fitted);
    return inside;
  }));
  return std::inner_product(weights.begin(), weights.end(), strengths.begin(), 0.0) * elo_per_nat;
}

/// Returns for each player the Elo of every round, ascending.
std::vector<std::vector<double>> resample(const RankingCounts& counts, const std::vector<Block>& blocks,
                                          const std::vector<double>& strengths,
                                          const std::vector<Connection>& connections, const RatingOptions& options) {
  std::vector<std::vector<double>> results(counts.players());
  Draw draw(1);  // the same intervals each time
  std::vector<double> times(blocks.size());
  for (std::size_t round = 0; round < options.rounds; ++round) {
    std::fill(times.begin(), times.end(), 0);
    for (std::size_t i = 0; i < blocks.size(); ++i) ++times[draw.below(static_cast<std::uint32_t>(blocks.size()))];
    const ChoiceCounts total = total_of(counts, blocks, times);
    const double prior = std::max(options.prior, least_prior);
    const std::vector<double> fitted = elos(fit_strengths(counts.sets(), total, prior, strengths), connections);
    for (std::size_t player = 0; player < fitted.size(); ++player) results[player].push_back(fitted[player]);
  }
  for (std::vector<double>& result : results) std::sort(result.begin(), result.end());
  return results;
}

}  // namespace

std::vector<Rating> rate(const RankingCounts& counts, const RatingOptions& options) {
  const std::vector<Block> blocks = blocks_of(counts);
  const ChoiceCounts total = total_of(counts, blocks, std::vector<double>(blocks.size(), 1));
  const std::vector<Connection> found = connections(counts.ahead());
  const std::vector<double> strengths =
      fit_strengths(counts.sets(), total, std::max(options.prior, least_prior), std::vector<double>(counts.players()));

  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> elo = elos(strengths, found);
  std::vector<Rating> ratings(counts.players());
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    ratings[i] = {elo[i], whole_line, counts.matches()[i], found[i].group};
    if (options.prior > 0) continue;
    if (found[i].open_above) ratings[i].elo = infinity;
    if (found[i].open_below)
      ratings[i].elo = found[i].open_above ? std::numeric_limits<double>::quiet_NaN() : -infinity;
  }
  if (blocks.size() < least_seeds || options.rounds == 0) return ratings;
  const auto results = resample(counts, blocks, strengths, found, options);
  const double tail = (1 - confidence) / 2;
  // Of the rounds and one more result, as likely as they are to be the next, this part lies outside.
  const auto rounds = static_cast<double>(options.rounds);
  const double place = std::max(0.0, tail * (rounds + 1) - 1) / std::max(1.0, rounds - 1);
  const double wider = resampled_reach(confidence, static_cast<double>(blocks.size())) /
                       -boost::math::quantile(boost::math::normal(), tail);
  const auto end = [&](std::size_t i, double at) { return elo[i] + wider * (quantile(results[i], at) - elo[i]); };
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    Interval& interval = ratings[i].interval;
    if (found[i].open_above && found[i].open_below) continue;
    if (found[i].open_above || found[i].open_below) {
      (found[i].open_above ? interval.low : interval.high) =
          closed_end(counts, total, seeds_of(i, counts, blocks), i, found, tail);
      continue;
    }
    // If all seeds gave the same result, resampling shows hardly any spread: groups of several seeds weigh more than
    // others. That does not prove that there is none.
    constexpr double least_spread = 0.1;  // Elo, as after millions of matches
    if (results[i].back() - results[i].front() < least_spread) continue;
    interval = {end(i, place), end(i, 1 - place)};
  }
  return ratings;
}

namespace {

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
  const std::vector<Block> blocks = blocks_of(counts);
  const ChoiceCounts total = total_of(counts, blocks, std::vector<double>(blocks.size(), 1));
  strengths_ = fit_strengths(counts.sets(), total, prior, std::vector<double>(size_));
  covariance_ = fisher_information(counts.sets(), total, prior, strengths_);
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

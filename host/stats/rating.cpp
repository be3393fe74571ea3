#include "host/stats/rating.hpp"

#include "host/stats/draw.hpp"
#include "host/stats/intervals.hpp"
#include "host/stats/plackett_luce.hpp"
#include "host/stats/ranking_counts.hpp"

#include <algorithm>
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

void add(const Block& block, double times, ChoiceCounts& total) {
  for (std::size_t i = 0; i < total.chosen.size(); ++i) total.chosen[i] += times * (*block.chosen)[i];
  for (const auto& [set, count] : block.chances) total.chances[set] += times * count;
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
  const auto likelihood_at = [&](double tilt) {
    ChoiceCounts tilted = scaled;
    for (std::size_t i = 0; i < weights.size(); ++i) tilted.chosen[i] += sign * tilt * weights[i];
    strengths = fit_strengths(counts.sets(), tilted, least_prior, std::move(strengths));
    return log_likelihood(counts.sets(), scaled, strengths);
  };
  double low = std::log(least_prior);
  double high = std::log(2 * seeds);
  const double supremum = likelihood_at(std::exp(low));
  for (int halving = 0; halving < 40; ++halving) {
    const double middle = (low + high) / 2;
    (supremum - likelihood_at(std::exp(middle)) < -std::log(probability) ? low : high) = middle;
  }
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
    ChoiceCounts total{std::vector<double>(counts.players()), std::vector<double>(counts.sets().size())};
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (times[i] > 0) add(blocks[i], times[i], total);
    }
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
  ChoiceCounts total{std::vector<double>(counts.players()), std::vector<double>(counts.sets().size())};
  for (const Block& block : blocks) add(block, 1, total);
  const std::vector<Connection> found = connections(counts.ahead());
  const std::vector<double> strengths =
      fit_strengths(counts.sets(), total, std::max(options.prior, least_prior), std::vector<double>(counts.players()));

  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> elo = elos(strengths, found);
  std::vector<Rating> ratings(counts.players());
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    ratings[i] = {elo[i], {-infinity, infinity}, counts.matches()[i], found[i].group};
    if (options.prior > 0) continue;
    if (found[i].open_above) ratings[i].elo = infinity;
    if (found[i].open_below) ratings[i].elo -= infinity;  // NaN if open on both sides
  }
  if (blocks.size() < least_seeds || options.rounds == 0) return ratings;
  const auto results = resample(counts, blocks, strengths, found, options);
  const double tail = (1 - confidence) / 2;
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    Interval& interval = ratings[i].interval;
    if (found[i].open_above && found[i].open_below) continue;
    if (found[i].open_above || found[i].open_below) {
      (found[i].open_above ? interval.low : interval.high) =
          closed_end(counts, total, seeds_of(i, counts, blocks), i, found, tail);
      continue;
    }
    // If all seeds gave the same result, resampling shows no spread. That does not prove that there is none.
    if (results[i].front() == results[i].back()) continue;
    interval = {quantile(results[i], tail), quantile(results[i], 1 - tail)};
  }
  return ratings;
}

}  // namespace stats

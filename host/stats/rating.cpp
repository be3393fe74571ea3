#include "host/stats/rating.hpp"

#include "host/stats/bootstrap.hpp"
#include "host/stats/draw.hpp"
#include "host/stats/plackett_luce.hpp"

#include <algorithm>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>
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

std::vector<double> elos(std::vector<double> strengths, const RatingOptions& options) {
  const double zero =
      options.anchor ? strengths[*options.anchor]
                     : std::accumulate(strengths.begin(), strengths.end(), 0.0) / static_cast<double>(strengths.size());
  for (double& strength : strengths) strength = (strength - zero) * 400 / std::numbers::ln10;
  return strengths;
}

void check(const RankingCounts& counts, const RatingOptions& options) {
  if (!(options.prior > 0)) throw std::invalid_argument("the prior of a rating is above 0");
  if (!(options.confidence > 0 && options.confidence < 1))
    throw std::invalid_argument("a confidence lies between 0 and 1");
  if (options.anchor && *options.anchor >= counts.players())
    throw std::invalid_argument("the anchor of a rating is one of its players");
}

/// Returns for each player the Elo of every round, ascending.
std::vector<std::vector<double>> resample(const RankingCounts& counts, const std::vector<Block>& blocks,
                                          const std::vector<double>& strengths, const RatingOptions& options) {
  std::vector<std::vector<double>> results(counts.players());
  Draw draw(options.seed);
  std::vector<double> times(blocks.size());
  for (std::size_t round = 0; round < options.rounds; ++round) {
    std::fill(times.begin(), times.end(), 0);
    for (std::size_t i = 0; i < blocks.size(); ++i) ++times[draw.below(static_cast<std::uint32_t>(blocks.size()))];
    ChoiceCounts total{std::vector<double>(counts.players()), std::vector<double>(counts.sets().size())};
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (times[i] > 0) add(blocks[i], times[i], total);
    }
    const std::vector<double> fitted = elos(fit_strengths(counts.sets(), total, options.prior, strengths), options);
    for (std::size_t player = 0; player < fitted.size(); ++player) results[player].push_back(fitted[player]);
  }
  for (std::vector<double>& result : results) std::sort(result.begin(), result.end());
  return results;
}

}  // namespace

std::vector<Rating> rate(const RankingCounts& counts, const RatingOptions& options) {
  check(counts, options);
  const std::vector<Block> blocks = blocks_of(counts);
  ChoiceCounts total{std::vector<double>(counts.players()), std::vector<double>(counts.sets().size())};
  for (const Block& block : blocks) add(block, 1, total);
  const std::vector<double> strengths =
      fit_strengths(counts.sets(), total, options.prior, std::vector<double>(counts.players()));

  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> elo = elos(strengths, options);
  std::vector<Rating> ratings(counts.players());
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    ratings[i] = {elo[i], {-infinity, infinity}, counts.matches()[i]};
  }
  if (blocks.size() < least_seeds || options.rounds == 0) return ratings;
  const auto results = resample(counts, blocks, strengths, options);
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    // If all seeds gave the same result, resampling shows no spread. That does not prove that there is none.
    if (results[i].front() == results[i].back() && options.anchor != i) continue;
    ratings[i].interval = {quantile(results[i], (1 - options.confidence) / 2),
                           quantile(results[i], (1 + options.confidence) / 2)};
  }
  return ratings;
}

}  // namespace stats

#include "host/stats/rating.hpp"

#include "host/stats/intervals.hpp"
#include "host/stats/plackett_luce.hpp"
#include "host/stats/significance.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

namespace stats {

namespace {

/// A group of seeds with at least one match, in a layout for fast summation.
struct Block {
  std::uint64_t number = 0;                              // of the group
  std::vector<std::pair<std::uint32_t, double>> chosen;  // in the order of the choices, so that sums are reproducible
};

std::vector<Block> blocks_of(const RankingCounts& counts) {
  std::vector<Block> blocks;
  for (std::size_t number = 0; number < counts.groups().size(); ++number) {
    const RankingCounts::Group& group = counts.groups()[number];
    if (group.empty()) continue;
    blocks.push_back({number, {group.begin(), group.end()}});
    std::sort(blocks.back().chosen.begin(), blocks.back().chosen.end());
  }
  return blocks;
}

/// Returns how often each choice was made in the blocks, each so many `times`.
std::vector<double> choices_made(const RankingCounts& counts, const std::vector<Block>& blocks,
                                 const std::vector<double>& times) {
  std::vector<double> made(counts.choices().size());
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    if (times[block] == 0) continue;
    for (const auto& [number, count] : blocks[block].chosen) made[number] += times[block] * count;
  }
  return made;
}

ChoiceCounts total_of(const RankingCounts& counts, const std::vector<double>& made) {
  ChoiceCounts total{std::vector<double>(counts.players()), std::vector<double>(counts.sets().size())};
  for (std::size_t number = 0; number < made.size(); ++number) {
    const RankingCounts::Choice& choice = counts.choices()[number];
    total.chosen[choice.player] += made[number];
    total.chances[choice.set] += made[number];
  }
  return total;
}

/// Returns the sum of all blocks.
ChoiceCounts total_of(const RankingCounts& counts, const std::vector<Block>& blocks) {
  return total_of(counts, choices_made(counts, blocks, std::vector<double>(blocks.size(), 1)));
}

/// Returns for each player the number of groups of seeds in which it has a match against another one.
std::vector<std::size_t> seeds_of(const RankingCounts& counts, const std::vector<Block>& blocks) {
  std::vector<std::size_t> seeds(counts.players());
  std::vector<bool> plays;
  for (const Block& block : blocks) {
    plays.assign(seeds.size(), false);
    for (const auto& [number, count] : block.chosen) {
      for (const std::uint32_t player : counts.sets()[counts.choices()[number].set]) plays[player] = true;
    }
    for (std::size_t i = 0; i < seeds.size(); ++i) seeds[i] += plays[i] ? 1 : 0;
  }
  return seeds;
}

constexpr double elo_per_nat = 400 / std::numbers::ln10;
constexpr double confidence = 0.95;  // of the intervals

/// The prior's place where none is wanted: keeps all strengths finite, and changes no finite Elo by a thousandth.
constexpr double least_prior = 1e-6;

/// Where the ratings 0 lie: the strengths of the references, each weighed by its seeds.
class Zero {
 public:
  Zero(const std::vector<Connectedness>& connections, const std::vector<std::size_t>& seeds)
      : connections_(connections), weights_(seeds.size()), sums_(seeds.size()) {
    for (std::size_t i = 0; i < seeds.size(); ++i) {
      if (connections[i].reference) weights_[i] = static_cast<double>(std::max<std::size_t>(1, seeds[i]));
      sums_[connections[i].group] += weights_[i];
    }
  }

  /// Returns the reference's weight; 0 for others.
  [[nodiscard]] double weight(std::size_t player) const { return weights_[player]; }
  /// Returns the weight of all references of the player's group.
  [[nodiscard]] double of_all(std::size_t player) const { return sums_[connections_[player].group]; }

  /// A weighted sum of the players' strengths that is the rating of one of them.
  [[nodiscard]] std::vector<double> contrast(std::size_t player) const {
    std::vector<double> weights(weights_.size());
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (connections_[i].group == connections_[player].group) weights[i] = -weights_[i] / of_all(player);
    }
    ++weights[player];
    return weights;
  }

  /// Returns the strengths relative to the zeros.
  [[nodiscard]] std::vector<double> relative(std::vector<double> strengths) const {
    std::vector<double> means(strengths.size());  // by group
    for (std::size_t i = 0; i < strengths.size(); ++i)
      means[connections_[i].group] += weights_[i] * strengths[i] / of_all(i);
    for (std::size_t i = 0; i < strengths.size(); ++i) strengths[i] -= means[connections_[i].group];
    return strengths;
  }

 private:
  const std::vector<Connectedness>& connections_;
  std::vector<double> weights_;
  std::vector<double> sums_;  // by group
};

/// Returns the finite end of an interval that is open on one side. The most likely strengths with a given rating are
/// those of counts in which the player was chosen `tilt` times less, or more often, and its reference the other way.
double closed_end(const RankingCounts& counts, const ChoiceCounts& total, std::size_t seeds, std::size_t player,
                  const Connectedness& connection, const Zero& zero, double probability) {
  const double scale = static_cast<double>(seeds) / static_cast<double>(counts.matches()[player]);
  ChoiceCounts scaled = total;
  for (double& chosen : scaled.chosen) chosen *= scale;
  for (double& chances : scaled.chances) chances *= scale;
  const std::vector<double> weights = zero.contrast(player);
  const double sign = connection.open_above ? -1 : 1;
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
  static_cast<void>(
      end_of_interval(std::log(least_prior), std::log(2 * static_cast<double>(seeds)), 40, [&](double tilt) {
        std::vector<double> fitted = fitted_at(std::exp(tilt));
        const bool inside = supremum - likelihood_of(fitted) < -std::log(probability);
        if (inside) strengths = std::move(fitted);
        return inside;
      }));
  return std::inner_product(weights.begin(), weights.end(), strengths.begin(), 0.0) * elo_per_nat;
}

/// How often each block is drawn in a round of the bootstrap: independent numbers with the mean 1, by the law of
/// Poisson. They depend on the round and the block alone. So a block more leaves the others' draws as they are, and
/// with them the intervals of those who have no match in it.
class Draws {
 public:
  explicit Draws(std::size_t round) : round_(round) {}

  [[nodiscard]] double times(const Block& block) const {
    std::uint64_t bits = (round_ << 32U) + block.number + 1;  // mixed as by SplitMix64 (Steele, Lea, Flood 2014)
    bits *= 0x9e3779b97f4a7c15U;
    bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
    bits ^= bits >> 31U;
    const double drawn = static_cast<double>(bits >> 11U) * 0x1p-53;
    double probability = std::exp(-1.0);
    double below = probability;
    double times = 0;
    constexpr double most = 20;
    while (drawn >= below && times < most) {
      probability /= ++times;
      below += probability;
    }
    return times;
  }

 private:
  std::uint64_t round_;
};

/// The ratings of a player in all rounds of a bootstrap, relative to the zero. A round in which no result keeps the
/// player's strength from being infinite has no number, but an open end. One that shows nothing is open on both sides.
struct Resampled {
  std::vector<double> lows;
  std::vector<double> highs;
};

/// One round: how often each choice was made.
class BootstrapRound {
 public:
  BootstrapRound(const RankingCounts& counts, const std::vector<double>& made)
      : ahead_(counts.players(), Ahead::value_type(counts.players())), behind_(ahead_) {
    for (std::size_t number = 0; number < made.size(); ++number) {
      if (made[number] == 0) continue;
      const RankingCounts::Choice& choice = counts.choices()[number];
      for (const std::uint32_t other : counts.sets()[choice.set])
        ahead_[choice.player][other] = behind_[other][choice.player] = true;
    }
  }

  /// Adds the results of a group's players. `fitted` are the strengths of the round, `strengths` those of all matches.
  void add(const std::vector<std::size_t>& players, const Zero& zero, const std::vector<double>& fitted,
           const std::vector<double>& strengths, std::vector<Resampled>& results) const {
    // The references that this round connects in both directions; where there are several such sets, the heaviest.
    boost::dynamic_bitset<> seen(fitted.size());
    boost::dynamic_bitset<> below(fitted.size());
    boost::dynamic_bitset<> above(fitted.size());
    double most = 0;
    for (const std::size_t player : players) {
      if (zero.weight(player) == 0 || seen[player]) continue;
      const boost::dynamic_bitset<> led = reached(ahead_, player);
      const boost::dynamic_bitset<> leading = reached(behind_, player);
      double weight = 0;
      for (const std::size_t i : players) weight += led[i] && leading[i] ? zero.weight(i) : 0;
      seen |= led & leading;
      if (weight <= most) continue;
      most = weight;
      below = led;
      above = leading;
      if (2 * most >= zero.of_all(player)) break;
    }
    // They keep the mean that they have by all matches.
    double shift = 0;
    for (const std::size_t i : players) {
      if (below[i] && above[i]) shift += zero.weight(i) / most * (fitted[i] - strengths[i]);
    }
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const std::size_t i : players) {
      const double rating = (fitted[i] - shift) * elo_per_nat;
      results[i].lows.push_back(below[i] && above[i] ? rating : above[i] ? infinity : -infinity);
      results[i].highs.push_back(below[i] && above[i] ? rating : below[i] ? -infinity : infinity);
    }
  }

 private:
  Ahead ahead_;
  Ahead behind_;  // its transpose
};

/// Returns for each player the results of all rounds, ascending. `strengths` are relative to the zero.
std::vector<Resampled> resample(const RankingCounts& counts, const std::vector<Block>& blocks,
                                const std::vector<double>& strengths, const std::vector<Connectedness>& found,
                                const Zero& zero, const RatingOptions& options) {
  std::vector<Resampled> results(counts.players());
  std::vector<std::vector<std::size_t>> sets;  // those that are rated together
  for (std::size_t i = 0; i < found.size(); ++i) {
    sets.resize(std::max(sets.size(), found[i].group + 1));
    sets[found[i].group].push_back(i);
  }
  std::vector<double> times(blocks.size());
  for (std::size_t number = 0; number < options.rounds; ++number) {
    std::transform(blocks.begin(), blocks.end(), times.begin(),
                   [draws = Draws(number)](const Block& block) { return draws.times(block); });
    // With as many blocks as there are, the prior weighs the same in each round.
    const double all = std::accumulate(times.begin(), times.end(), 0.0);
    for (double& each : times) each *= static_cast<double>(blocks.size()) / std::max(1.0, all);
    const std::vector<double> made = choices_made(counts, blocks, times);
    const BootstrapRound round(counts, made);
    const std::vector<double> fitted =
        fit_strengths(counts.sets(), total_of(counts, made), std::max(options.prior, least_prior), strengths);
    for (const std::vector<std::size_t>& set : sets) round.add(set, zero, fitted, strengths, results);
  }
  for (Resampled& result : results) {
    std::sort(result.lows.begin(), result.lows.end());
    std::sort(result.highs.begin(), result.highs.end());
  }
  return results;
}

/// Returns the bootstrap's interval of a rating.
Interval interval_of(const Resampled& resampled, double elo, std::size_t seeds) {
  // If all seeds gave the same result, resampling shows hardly any spread: groups of several seeds weigh more than
  // others. That does not prove that there is none.
  constexpr double least_spread = 0.1;  // Elo, as after millions of matches
  if (resampled.highs.back() - resampled.lows.front() < least_spread) return whole_line;
  const double tail = (1 - confidence) / 2;
  // Of the rounds and one more result, as likely as they are to be the next, this part lies outside.
  const auto rounds = static_cast<double>(resampled.lows.size());
  const double place = std::max(0.0, tail * (rounds + 1) - 1) / std::max(1.0, rounds - 1);
  // Poisson's numbers have no fixed sum, which alone makes the spread of few seeds as large as it is.
  const double wider =
      student_quantile(1 - tail, static_cast<double>(seeds - 1)) / -boost::math::quantile(boost::math::normal(), tail);
  const auto end = [&](const std::vector<double>& sorted, double at) {
    const double found = quantile(sorted, at);  // not a number between two infinite ones
    return std::isfinite(found) ? elo + wider * (found - elo) : sorted[static_cast<std::size_t>(at * (rounds - 1))];
  };
  const Interval found = {end(resampled.lows, place), end(resampled.highs, 1 - place)};
  if (found.low > elo || found.high < elo) {
    // Hardly any round has a finite rating, or all deviate to one side.
    if (!std::isfinite(found.low) || !std::isfinite(found.high)) return whole_line;
  }
  return {std::min(found.low, elo), std::max(found.high, elo)};
}

}  // namespace

std::vector<Rating> rate(const RankingCounts& counts, const RatingOptions& options) {
  const std::vector<Block> blocks = blocks_of(counts);
  const ChoiceCounts total = total_of(counts, blocks);
  const std::vector<std::size_t> seeds = seeds_of(counts, blocks);
  std::vector<bool> settled;
  for (const std::size_t each : seeds) settled.push_back(each >= least_seeds);
  const std::optional<std::size_t> anchor = options.anchor ? std::optional(options.anchor->player) : std::nullopt;
  const std::vector<Connectedness> found = connections(counts.ahead(), settled, anchor);
  const Zero zero(found, seeds);
  const std::vector<double> strengths = zero.relative(
      fit_strengths(counts.sets(), total, std::max(options.prior, least_prior), std::vector<double>(counts.players())));

  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<Rating> ratings(counts.players());
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    ratings[i] = {strengths[i] * elo_per_nat, whole_line, counts.matches()[i], found[i].group};
    if (options.prior > 0) continue;
    if (found[i].open_above) ratings[i].elo = infinity;
    if (found[i].open_below)
      ratings[i].elo = found[i].open_above ? std::numeric_limits<double>::quiet_NaN() : -infinity;
  }
  const auto in_group_of_anchor = [&](std::size_t i) { return anchor && found[i].group == found[*anchor].group; };
  std::vector<Resampled> resampled;
  for (std::size_t i = 0; i < ratings.size() && options.rounds > 0; ++i) {
    const bool is_known = settled[i] && (!in_group_of_anchor(i) || settled[*anchor]);
    if (!is_known || (found[i].open_above && found[i].open_below)) continue;
    auto& [elo, interval, matches, group] = ratings[i];
    if (found[i].open_above || found[i].open_below) {
      const double end = closed_end(counts, total, seeds[i], i, found[i], zero, (1 - confidence) / 2);
      if (found[i].open_above) interval.low = std::min(end, elo);
      if (found[i].open_below) interval.high = std::max(end, elo);
    } else if (i != anchor) {
      if (resampled.empty()) resampled = resample(counts, blocks, strengths, found, zero, options);
      interval = interval_of(resampled[i], elo, seeds[i]);
    }
  }
  if (!anchor) return ratings;
  ratings[*anchor].interval = {0, 0};
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    if (!in_group_of_anchor(i)) continue;
    ratings[i].elo += options.anchor->elo;
    ratings[i].interval.low += options.anchor->elo;
    ratings[i].interval.high += options.anchor->elo;
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
  const ChoiceCounts total = total_of(counts, blocks);
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

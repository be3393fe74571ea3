#include "host/stats/cycles.hpp"

#include "host/stats/draw.hpp"
#include "host/stats/intervals.hpp"
#include "host/stats/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace stats {

namespace {

using Vector = std::vector<double>;

Vector times(const Leads& matrix, const Vector& x) {
  Vector result(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) result[i] = std::inner_product(x.begin(), x.end(), matrix[i].begin(), 0.0);
  return result;
}

/// Solves a system with a symmetric positive definite matrix by Cholesky's method.
Vector solve(Leads matrix, Vector right) {
  const std::size_t size = right.size();
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double sum =
          matrix[i][j] - std::inner_product(matrix[i].begin(), matrix[i].begin() + static_cast<std::ptrdiff_t>(j),
                                            matrix[j].begin(), 0.0);
      matrix[i][j] = i == j ? std::sqrt(sum) : sum / matrix[j][j];
    }
    for (std::size_t j = 0; j < i; ++j) right[i] -= matrix[i][j] * right[j];
    right[i] /= matrix[i][i];
  }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t j = i + 1; j < size; ++j) right[i] -= matrix[j][i] * right[j];
    right[i] /= matrix[i][i];
  }
  return right;
}

/// The dual problem: minimises ln(sum_j exp((leads lambda)_j)) + barrier sum_i (lambda_i - ln(lambda_i)) over positive
/// lambda. Its mixture is exp(leads lambda), divided by the sum. No lead over it is above `barrier`, which decreases to
/// almost 0: with 0, mixtures of few players have no interior, and lambda would be unbounded.
class Dual {
 public:
  explicit Dual(Leads leads) : leads_(std::move(leads)) {}

  /// Returns the value, and computes the mixture.
  double move_to(const Vector& lambda, double barrier) {
    mixture_ = times(leads_, lambda);
    const double most = *std::max_element(mixture_.begin(), mixture_.end());
    double sum = 0;
    for (double& part : mixture_) sum += part = std::exp(part - most);
    for (double& part : mixture_) part /= sum;
    double value = most + std::log(sum);
    for (const double each : lambda) value += barrier * (each - std::log(each));
    return value;
  }

  /// Returns Newton's step, divided by lambda, and the slope of the value along it.
  [[nodiscard]] std::pair<Vector, double> step(const Vector& lambda, double barrier) const {
    const std::size_t size = lambda.size();
    const Vector over = times(leads_, mixture_);
    Vector right(size);
    Leads curvature(size, Vector(size));
    for (std::size_t i = 0; i < size; ++i) {
      right[i] = lambda[i] * (over[i] - barrier) + barrier;
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = -over[i] * over[j];
        for (std::size_t k = 0; k < size; ++k) sum += mixture_[k] * leads_[k][i] * leads_[k][j];
        curvature[i][j] = lambda[i] * lambda[j] * sum;
      }
      curvature[i][i] += barrier;
    }
    Vector step = solve(std::move(curvature), right);
    const double slope = -std::inner_product(step.begin(), step.end(), right.begin(), 0.0);
    return {std::move(step), slope};
  }

  [[nodiscard]] const Vector& mixture() const { return mixture_; }

 private:
  Leads leads_;
  Vector mixture_;
};

}  // namespace

std::vector<double> nash_weights(const Leads& leads) {
  const std::size_t size = leads.size();
  double largest = 0;
  for (const Vector& row : leads) {
    for (const double lead : row) largest = std::max(largest, std::abs(lead));
  }
  Vector lambda(size, 1 / static_cast<double>(size));
  if (largest == 0) return lambda;
  Leads scaled = leads;
  for (Vector& row : scaled) {
    for (double& lead : row) lead /= largest;
  }
  Dual dual(std::move(scaled));
  lambda.assign(size, 1);
  constexpr double least_barrier = 1e-10;
  double barrier = 1;
  do {
    for (int round = 0; round < 50; ++round) {
      const double value = dual.move_to(lambda, barrier);
      const auto [step, slope] = dual.step(lambda, barrier);
      if (!(-slope > barrier * 1e-3)) break;
      double part = std::min(1.0, 0.9 / std::max(1e-9, -*std::min_element(step.begin(), step.end())));
      Vector next(size);
      for (int halving = 0; halving < 40; ++halving, part /= 2) {
        for (std::size_t i = 0; i < size; ++i) next[i] = lambda[i] * (1 + part * step[i]);
        if (dual.move_to(next, barrier) <= value + 0.1 * part * slope) break;
      }
      lambda = next;
    }
    barrier /= 4;
  } while (barrier > least_barrier);
  return dual.mixture();
}

std::vector<double> nash_ratings(const Leads& leads, const std::vector<double>& weights) {
  return times(leads, weights);
}

namespace {

using Cells = std::vector<PointTable::Cell>;

std::size_t pair_count(const PointTable& table) {
  return table.players() * (table.players() - 1) / 2;
}

/// Returns the groups with a match.
std::vector<const Cells*> filled(const PointTable& table) {
  std::vector<const Cells*> found;
  for (const Cells& group : table.groups()) {
    if (!group.empty()) found.push_back(&group);
  }
  return found;
}

void add(const Cells& group, Cells& total) {
  for (std::size_t pair = 0; pair < total.size(); ++pair) {
    total[pair].points += group[pair].points;
    total[pair].matches += group[pair].matches;
  }
}

Cells total_of(const PointTable& table) {
  Cells total(pair_count(table));
  for (const Cells* const group : filled(table)) add(*group, total);
  return total;
}

Leads leads_of(const PointTable& table, const Cells& total) {
  Leads leads(table.players(), std::vector<double>(table.players()));
  for (std::size_t high = 1; high < table.players(); ++high) {
    for (std::size_t low = 0; low < high; ++low) {
      const PointTable::Cell& cell = total[PointTable::pair_index(low, high)];
      leads[low][high] = 2 * cell.points / cell.matches - 1;
      leads[high][low] = -leads[low][high];
    }
  }
  return leads;
}

/// The results of two players, a mean for each group of seeds.
struct PairSeeds {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  std::vector<double> points;  // of the player with the lower number
  double mean = 0;
};

std::vector<PairSeeds> pairs_of(const PointTable& table) {
  const std::vector<const Cells*> played = filled(table);
  std::vector<PairSeeds> pairs;
  for (std::uint32_t high = 1; high < table.players(); ++high) {
    for (std::uint32_t low = 0; low < high; ++low) {
      PairSeeds& pair = pairs.emplace_back(PairSeeds{low, high, {}, 0});
      for (const Cells* const group : played) {
        const PointTable::Cell& cell = (*group)[PointTable::pair_index(low, high)];
        if (cell.matches > 0) pair.points.push_back(cell.points / cell.matches);
      }
      pair.mean = mean(pair.points);
    }
  }
  return pairs;
}

/// The shares of the points that ratings predict, and twice the log-likelihood that they lose against the observed
/// ones.
class RatingModel {
 public:
  explicit RatingModel(const std::vector<PairSeeds>& pairs, std::size_t players) : pairs_(pairs), strengths_(players) {
    for (const PairSeeds& pair : pairs) sets_.push_back({pair.low, pair.high});
    counts_.chances.resize(pairs.size());
    expected_.resize(pairs.size());
  }

  /// Fits ratings to these mean points by pair, and returns the ratio.
  double fit(const std::vector<double>& means) {
    counts_.chosen.assign(strengths_.size(), 0);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto count = static_cast<double>(pairs_[i].points.size());
      counts_.chances[i] = count;
      counts_.chosen[pairs_[i].low] += count * means[i];
      counts_.chosen[pairs_[i].high] += count * (1 - means[i]);
    }
    constexpr double prior = 1e-6;  // keeps the strengths of undefeated players finite
    strengths_ = fit_strengths(sets_, counts_, prior, std::move(strengths_));
    double ratio = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const double lead = strengths_[pairs_[i].low] - strengths_[pairs_[i].high];
      expected_[i] = 1 / (1 + std::exp(-lead));
      ratio += counts_.chances[i] *
               (divergence(means[i], expected_[i]) + divergence(1 - means[i], 1 / (1 + std::exp(lead))));
    }
    return 2 * ratio;
  }

  [[nodiscard]] const std::vector<double>& expected() const { return expected_; }

 private:
  static double divergence(double seen, double expected) { return seen > 0 ? seen * std::log(seen / expected) : 0; }

  const std::vector<PairSeeds>& pairs_;
  std::vector<RankingCounts::Set> sets_;
  ChoiceCounts counts_;
  std::vector<double> strengths_;
  std::vector<double> expected_;
};

/// Returns a mean of as many seeds of the pair, if their true mean were `expected`. Drawn seeds vary less than new
/// ones, by (n - 1) / n.
double simulated_mean(const PairSeeds& pair, double expected, Draw& draw) {
  const auto count = static_cast<std::uint32_t>(pair.points.size());
  const bool lower = pair.mean > expected;
  const double replaced = lower           ? 1 - expected / pair.mean
                          : pair.mean < 1 ? (expected - pair.mean) / (1 - pair.mean)
                                          : 0;
  double sum = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double drawn = pair.points[draw.below(count)];
    sum += draw.fraction() < replaced ? (lower ? 0 : 1) : drawn;
  }
  const double spread = count > 1 ? std::sqrt(count / (count - 1.0)) : 1;
  return std::clamp(expected + (sum / count - expected) * spread, 0.0, 1.0);
}

Interval percentiles(std::vector<double>& values, double confidence) {
  std::sort(values.begin(), values.end());
  return {quantile(values, (1 - confidence) / 2), quantile(values, (1 + confidence) / 2)};
}

}  // namespace

void PointTable::add(std::uint64_t seed, std::size_t first, std::size_t second, double points) {
  if (first == second) return;
  std::vector<Cell>& group = groups_[seed % groups_.size()];
  group.resize(players_ * (players_ - 1) / 2);
  const auto [low, high] = std::minmax(first, second);
  Cell& cell = group[pair_index(low, high)];
  cell.points += first == low ? points : 1 - points;
  ++cell.matches;
}

std::optional<std::pair<std::size_t, std::size_t>> PointTable::strangers() const {
  const Cells total = total_of(*this);
  for (std::size_t high = 1; high < players_; ++high) {
    for (std::size_t low = 0; low < high; ++low) {
      if (total[pair_index(low, high)].matches == 0) return std::pair(low, high);
    }
  }
  return std::nullopt;
}

std::vector<NashPlayer> nash_average(const PointTable& table) {
  constexpr int rounds = 200;
  constexpr double confidence = 0.95;
  const Cells total = total_of(table);
  const Leads leads = leads_of(table, total);
  const std::vector<double> weights = nash_weights(leads);
  const std::vector<double> ratings = nash_ratings(leads, weights);
  std::vector<NashPlayer> players;
  for (std::size_t i = 0; i < weights.size(); ++i) players.push_back({weights[i], ratings[i], whole_line, whole_line});
  const std::vector<const Cells*> groups = filled(table);
  if (groups.size() < least_seeds) return players;

  std::vector<std::vector<double>> all_weights(players.size());
  std::vector<std::vector<double>> all_ratings(players.size());
  Draw draw(1);  // the same intervals each time
  for (int round = 0; round < rounds; ++round) {
    Cells drawn(total.size());
    for (std::size_t i = 0; i < groups.size(); ++i)
      add(*groups[draw.below(static_cast<std::uint32_t>(groups.size()))], drawn);
    for (std::size_t pair = 0; pair < drawn.size(); ++pair) {
      if (drawn[pair].matches == 0) drawn[pair] = total[pair];  // of a pair that met on few seeds
    }
    const Leads found = leads_of(table, drawn);
    const std::vector<double> mixture = nash_weights(found);
    const std::vector<double> over = nash_ratings(found, mixture);
    for (std::size_t i = 0; i < players.size(); ++i) {
      all_weights[i].push_back(mixture[i]);
      all_ratings[i].push_back(over[i]);
    }
  }
  for (std::size_t i = 0; i < players.size(); ++i) {
    players[i].weight_interval = percentiles(all_weights[i], confidence);
    players[i].rating_interval = percentiles(all_ratings[i], confidence);
  }
  return players;
}

double cycles_p(const PointTable& table, std::size_t simulated_tables) {
  constexpr std::size_t least_players = 3;
  if (table.players() < least_players || filled(table).size() < least_seeds) return 1;
  const std::vector<PairSeeds> pairs = pairs_of(table);
  RatingModel model(pairs, table.players());
  std::vector<double> means;
  means.reserve(pairs.size());
  for (const PairSeeds& pair : pairs) means.push_back(pair.mean);
  constexpr double rounding = 1e-9;
  const double observed = model.fit(means) - rounding;
  const std::vector<double> expected = model.expected();
  Draw draw(1);
  std::size_t larger = 0;
  for (std::size_t round = 0; round < simulated_tables; ++round) {
    for (std::size_t i = 0; i < pairs.size(); ++i) means[i] = simulated_mean(pairs[i], expected[i], draw);
    if (model.fit(means) >= observed) ++larger;
  }
  return static_cast<double>(larger + 1) / static_cast<double>(simulated_tables + 1);
}

std::optional<std::vector<std::size_t>> strongest_cycle(const PointTable& table) {
  const Leads leads = leads_of(table, total_of(table));
  std::optional<std::vector<std::size_t>> best;
  double most = 0;
  for (std::size_t a = 0; a < leads.size(); ++a) {
    for (std::size_t b = a + 1; b < leads.size(); ++b) {
      for (std::size_t c = a + 1; c < leads.size(); ++c) {
        const double least = std::min({leads[a][b], leads[b][c], leads[c][a]});
        if (b == c || least <= most) continue;
        most = least;
        best = {a, b, c};
      }
    }
  }
  return best;
}

}  // namespace stats

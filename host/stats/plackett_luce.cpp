#include "host/stats/plackett_luce.hpp"

#include "host/stats/draw.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <utility>

namespace stats {

namespace {

using Set = std::vector<std::size_t>;

/// Adds who was ahead of whom through others, by the algorithm of Warshall.
Ahead chained(Ahead ahead) {
  for (std::size_t middle = 0; middle < ahead.size(); ++middle) {
    for (auto& row : ahead) {
      if (row[middle]) row |= ahead[middle];
    }
  }
  return ahead;
}

/// Returns the sets of players that are ahead of each other, also through others; the largest first.
std::vector<Set> components(const Ahead& chained) {
  std::vector<Set> found;
  std::vector<bool> seen(chained.size());
  for (std::size_t i = 0; i < chained.size(); ++i) {
    if (seen[i]) continue;
    Set& set = found.emplace_back();
    for (std::size_t j = i; j < chained.size(); ++j) {
      if (i != j && !(chained[i][j] && chained[j][i])) continue;
      set.push_back(j);
      seen[j] = true;
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const Set& a, const Set& b) { return a.size() > b.size(); });
  return found;
}

/// Tells which strengths of a group are unbounded, as seen from its references. `leads` are the chains of results.
void mark_open(std::vector<Connectedness>& result, const Set& players, const std::vector<Set>& references,
               const Ahead& leads) {
  for (const Set& reference : references) {
    const std::size_t one = reference.front();
    for (const std::size_t i : players) {
      if (i == one) continue;
      // A chain of results from the reference down to the player keeps its strength from being infinite.
      if (!leads[one][i]) result[i].open_above = true;
      if (!leads[i][one]) result[i].open_below = true;
    }
  }
}

/// Returns the results among the players of `among`.
Ahead results_among(const std::vector<bool>& among, const Ahead& ahead) {
  boost::dynamic_bitset<> kept(among.size());
  for (std::size_t i = 0; i < among.size(); ++i) kept[i] = among[i];
  Ahead results(ahead.size(), Ahead::value_type(ahead.size()));
  for (std::size_t i = 0; i < ahead.size(); ++i) {
    if (among[i]) results[i] = ahead[i] & kept;
  }
  return results;
}

/// Returns the sets of a group's players whose strengths are its 0; `strong` are sets connected in both directions, the
/// largest first.
std::vector<Set> references_of(const Set& settled, const std::vector<Set>& strong, std::optional<std::size_t> anchor) {
  std::vector<Set> sets;
  for (const Set& set : strong) {
    if (std::find(settled.begin(), settled.end(), set.front()) != settled.end()) sets.push_back(set);
  }
  if (anchor && std::find(settled.begin(), settled.end(), *anchor) != settled.end()) return {{*anchor}};
  if (sets.size() > 1 && sets[1].size() == sets[0].size()) return sets;
  return {sets.front()};
}

}  // namespace

boost::dynamic_bitset<> reached(const Ahead& ahead, std::size_t player) {
  boost::dynamic_bitset<> seen(ahead.size());
  seen.set(player);
  Set open = {player};
  while (!open.empty()) {
    const std::size_t from = open.back();
    open.pop_back();
    const boost::dynamic_bitset<> further = ahead[from] - seen;
    seen |= further;
    for (std::size_t i = further.find_first(); i < further.size(); i = further.find_next(i)) open.push_back(i);
  }
  return seen;
}

std::vector<Connectedness> connections(const Ahead& ahead, std::vector<bool> settled,
                                       std::optional<std::size_t> anchor) {
  Ahead met = ahead;
  for (std::size_t i = 0; i < ahead.size(); ++i) {
    for (std::size_t j = 0; j < ahead.size(); ++j) met[i][j] = ahead[i][j] || ahead[j][i];
  }
  const std::vector<Set> groups = components(chained(std::move(met)));
  if (anchor) settled[*anchor] = true;
  for (const Set& group : groups) {
    if (std::any_of(group.begin(), group.end(), [&](std::size_t i) { return settled[i]; })) continue;
    for (const std::size_t i : group) settled[i] = true;
  }
  const Ahead settled_leads = chained(results_among(settled, ahead));
  const Ahead leads = chained(ahead);
  const std::vector<Set> strong = components(settled_leads);
  std::vector<Connectedness> result(ahead.size());
  for (std::size_t group = 0; group < groups.size(); ++group) {
    Set old;
    Set others;
    for (const std::size_t i : groups[group]) {
      result[i].group = group;
      (settled[i] ? old : others).push_back(i);
    }
    const std::vector<Set> references = references_of(old, strong, anchor);
    for (const Set& set : references) {
      for (const std::size_t i : set) result[i].reference = true;
    }
    mark_open(result, old, references, settled_leads);
    mark_open(result, others, references, leads);
  }
  return result;
}

RankingCounts::RankingCounts(std::size_t players) : matches_(players), groups_(seed_groups) {
  ahead_.assign(players, Ahead::value_type(players));
}

void RankingCounts::grow(std::size_t players) {
  if (players <= this->players()) return;
  matches_.resize(players);
  ahead_.resize(players);
  for (auto& row : ahead_) row.resize(players);
}

void RankingCounts::add(std::uint64_t seed, std::span<const PlayerScore> match) {
  Group& group = groups_[seed % groups_.size()];
  order_.assign(match.begin(), match.end());
  std::sort(order_.begin(), order_.end(), [](const PlayerScore& a, const PlayerScore& b) {
    return a.score != b.score ? a.score > b.score : a.player < b.player;
  });
  for (const PlayerScore& place : match) ++matches_[place.player];

  for (std::size_t first = 0, rest = 0; first < order_.size(); first = rest) {
    while (rest < order_.size() && order_[rest].score == order_[first].score) ++rest;
    const std::size_t tied = rest - first;
    const double weight = 1 / static_cast<double>(tied);
    // The order of the circle may begin at any of the tied seats. After some choices, the ones from `start` on are
    // left.
    for (std::size_t left = tied; left > 0; --left) {
      for (std::size_t start = 0; start < tied; ++start) {
        const auto at = [&](std::size_t step) { return order_[first + (start + step) % tied].player; };
        from_.clear();
        for (std::size_t step = 0; step < left; ++step) from_.push_back(at(step));
        for (std::size_t i = rest; i < order_.size(); ++i) from_.push_back(order_[i].player);
        std::sort(from_.begin(), from_.end());
        choose(group, from_, at(0), at(left - 1), weight);
      }
    }
  }
}

void RankingCounts::choose(Group& group, const Set& from, std::uint32_t first, std::uint32_t last, double weight) {
  if (from.front() == from.back()) return;
  auto found = index_.find(from);
  if (found == index_.end()) {
    found = index_.emplace(from, static_cast<std::uint32_t>(choices_.size())).first;
    for (const std::uint32_t player : from) choices_.push_back({static_cast<std::uint32_t>(sets_.size()), player});
    sets_.push_back(from);
  }
  for (const std::uint32_t player : {first, last}) {
    for (const std::uint32_t other : from) ahead_[player][other] = true;
    const auto place = std::lower_bound(from.begin(), from.end(), player) - from.begin();
    group[found->second + static_cast<std::uint32_t>(place)] += weight / 2;
  }
}

std::size_t RankingCounts::Hash::operator()(const Set& set) const {
  std::uint64_t hash = set.size();
  for (const std::uint32_t player : set) hash = (hash ^ player) * 0x9E3779B97F4A7C15U;
  return static_cast<std::size_t>(hash ^ (hash >> 32U));
}

namespace {

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Returns `a` plus `times` times `b`.
Vector sum(const Vector& a, double times, const Vector& b) {
  Vector result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[i] + times * b[i];
  return result;
}

/// The log-likelihood at one point, its gradient, and its negated Hessian, which is positive definite.
class Likelihood {
 public:
  Likelihood(std::span<const RankingCounts::Set> sets, const ChoiceCounts& counts, double prior)
      : sets_(sets), counts_(counts), prior_(prior) {
    std::size_t seats = 0;
    for (const RankingCounts::Set& set : sets) seats += set.size();
    shares_.resize(seats);
  }

  void move_to(const Vector& point) {
    value_ = 0;
    slope_.assign(point.size(), 0);
    diagonal_.assign(point.size(), 0);
    for (std::size_t i = 0; i < point.size(); ++i) {
      const double share = 1 / (1 + std::exp(-point[i]));  // against the prior's opponent
      value_ += (counts_.chosen[i] + prior_ / 2) * point[i];
      value_ -= prior_ * (std::max(point[i], 0.0) + std::log1p(std::exp(-std::abs(point[i]))));
      slope_[i] = counts_.chosen[i] + prior_ / 2 - prior_ * share;
      diagonal_[i] = prior_ * share / (1 + std::exp(point[i]));  // not 1 - share, which rounds to 0
    }
    prior_curvature_ = diagonal_;
    each_set([&](const RankingCounts::Set& set, double chances, double* shares) {
      double largest = point[set[0]];
      for (const std::uint32_t player : set) largest = std::max(largest, point[player]);
      double total = 0;
      for (std::size_t i = 0; i < set.size(); ++i) total += shares[i] = std::exp(point[set[i]] - largest);
      value_ -= chances * (largest + std::log(total));
      for (std::size_t i = 0; i < set.size(); ++i) {
        shares[i] /= total;
        slope_[set[i]] -= chances * shares[i];
        diagonal_[set[i]] += chances * shares[i] * (1 - shares[i]);
      }
    });
  }

  [[nodiscard]] double value() const { return value_; }
  [[nodiscard]] const Vector& slope() const { return slope_; }
  [[nodiscard]] const Vector& diagonal() const { return diagonal_; }  // approximates the Hessian's diagonal

  Vector curvature_times(const Vector& x) {
    Vector result(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) result[i] = prior_curvature_[i] * x[i];
    each_set([&](const RankingCounts::Set& set, double chances, const double* shares) {
      double mean = 0;
      for (std::size_t i = 0; i < set.size(); ++i) mean += shares[i] * x[set[i]];
      for (std::size_t i = 0; i < set.size(); ++i) result[set[i]] += chances * shares[i] * (x[set[i]] - mean);
    });
    return result;
  }

 private:
  template <class Function>
  void each_set(Function function) {
    double* shares = shares_.data();
    for (std::size_t s = 0; s < sets_.size(); shares += sets_[s].size(), ++s) {
      if (counts_.chances[s] > 0) function(sets_[s], counts_.chances[s], shares);
    }
  }

  std::span<const RankingCounts::Set> sets_;
  const ChoiceCounts& counts_;
  double prior_;
  double value_ = 0;
  Vector slope_;
  Vector diagonal_;
  Vector prior_curvature_;
  Vector shares_;  // for each set in order: the probability that each member is chosen
};

/// Returns Newton's step: gradient over curvature, by conjugate gradients with a diagonal preconditioner. It is an
/// ascent direction after any number of iterations.
Vector newton_step(Likelihood& likelihood) {
  const std::size_t size = likelihood.slope().size();
  const auto scaled = [&](const Vector& x) {
    Vector result(size);
    for (std::size_t i = 0; i < size; ++i) result[i] = x[i] / likelihood.diagonal()[i];
    return result;
  };
  Vector step(size);
  Vector rest = likelihood.slope();
  Vector direction = scaled(rest);
  double length = dot(rest, direction);
  const double enough = 1e-12 * length;
  for (std::size_t round = 0; round < 2 * size + 10 && length > enough; ++round) {
    const Vector bent = likelihood.curvature_times(direction);
    const double curvature = dot(direction, bent);
    if (!(curvature > 0)) break;
    step = sum(step, length / curvature, direction);
    rest = sum(rest, -length / curvature, bent);
    const Vector next = scaled(rest);
    const double before = std::exchange(length, dot(rest, next));
    direction = sum(next, length / before, direction);
  }
  return step;
}

}  // namespace

double log_likelihood(std::span<const RankingCounts::Set> sets, const ChoiceCounts& counts,
                      const std::vector<double>& strengths) {
  Likelihood likelihood(sets, counts, 0);
  likelihood.move_to(strengths);
  return likelihood.value();
}

std::vector<double> fit_strengths(std::span<const RankingCounts::Set> sets, const ChoiceCounts& counts, double prior,
                                  std::vector<double> strengths) {
  constexpr int most_steps = 500;
  constexpr double rounding = 1e-12;  // relative rounding error of the likelihood
  Likelihood likelihood(sets, counts, prior);
  likelihood.move_to(strengths);
  for (int number = 0; number < most_steps; ++number) {
    const Vector step = newton_step(likelihood);
    const double gain = dot(step, likelihood.slope());  // twice the increase of the likelihood, if it is a parabola
    const double before = likelihood.value();
    Vector next;
    double part = 1;
    for (int halving = 0; halving < 60; ++halving, part /= 2) {
      next = sum(strengths, part, step);
      likelihood.move_to(next);
      if (likelihood.value() >= before + 1e-4 * part * gain - rounding * std::abs(before)) break;
    }
    strengths = std::move(next);
    if (gain < 1e-12) break;
  }
  return strengths;
}

std::vector<double> fisher_information(std::span<const RankingCounts::Set> sets, const ChoiceCounts& counts,
                                       double prior, const std::vector<double>& strengths) {
  Likelihood likelihood(sets, counts, prior);
  likelihood.move_to(strengths);
  std::vector<double> rows;
  Vector unit(strengths.size());
  for (double& each : unit) {
    each = 1;
    const Vector row = likelihood.curvature_times(unit);
    rows.insert(rows.end(), row.begin(), row.end());
    each = 0;
  }
  return rows;
}

}  // namespace stats

#include "host/stats/ranking_counts.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace stats {

RankingCounts::RankingCounts(std::size_t players, std::size_t groups) : matches_(players), groups_(groups) {
  if (players == 0 || groups == 0) throw std::invalid_argument("a rating takes at least one player and one group");
  ahead_.assign(players, std::vector<bool>(players));
}

void RankingCounts::grow(std::size_t players) {
  if (players <= this->players()) return;
  matches_.resize(players);
  ahead_.resize(players);
  for (std::vector<bool>& row : ahead_) row.resize(players);
  for (Group& group : groups_) {
    if (!group.chosen.empty()) group.chosen.resize(players);
  }
}

void RankingCounts::add(std::uint64_t seed, std::span<const Place> match) {
  for (const Place& place : match) {
    if (place.player >= players()) throw std::invalid_argument("a match has a player that is none of the rating's");
    if (std::isnan(place.score)) throw std::invalid_argument("a match has a score that is not a number");
  }
  Group& group = groups_[seed % groups_.size()];
  group.chosen.resize(players());
  order_.assign(match.begin(), match.end());
  std::sort(order_.begin(), order_.end(), [](const Place& a, const Place& b) {
    return a.score != b.score ? a.score > b.score : a.player < b.player;
  });
  for (const Place& place : match) ++matches_[place.player];

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
    found = index_.emplace(from, static_cast<std::uint32_t>(sets_.size())).first;
    sets_.push_back(from);
  }
  for (const std::uint32_t player : from) ahead_[first][player] = ahead_[last][player] = true;
  group.chances[found->second] += weight;
  group.chosen[first] += weight / 2;
  group.chosen[last] += weight / 2;
}

std::size_t RankingCounts::Hash::operator()(const Set& set) const {
  std::uint64_t hash = set.size();
  for (const std::uint32_t player : set) hash = (hash ^ player) * 0x9E3779B97F4A7C15U;
  return static_cast<std::size_t>(hash ^ (hash >> 32U));
}

}  // namespace stats

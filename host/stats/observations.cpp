#include "host/stats/observations.hpp"

#include "host/stats/intervals.hpp"

#include <utility>
#include <vector>

namespace stats {

bool ObservationCounts::few_openings() const {
  return openings > 0 && openings < least_seeds;
}

std::uint64_t Units::of(const PlayedBlock& block) const {
  if (const auto opening = of_openings_.find(block.opening); opening != of_openings_.end()) return opening->second;
  const auto start = of_starts_.find(block.start);
  return start == of_starts_.end() ? block.seed : start->second;
}

bool Observations::add(const PlayedBlock& block) {
  const bool drew = varied_;
  const bool is_new = add_start(block);
  ++counts_.blocks;
  if (block.opening == 0) return is_new || drew;
  ++opened_;
  const bool new_opening = openings_.try_emplace(block.opening, block.seed).second;
  counts_.openings = openings_.size();
  return book_ > 0 && book_ < least_seeds ? is_new || drew : new_opening;
}

bool Observations::add_start(const PlayedBlock& block) {
  const auto [found, is_new] =
      starts_.try_emplace(block.start, Start{.seed = block.seed, .matches = block.matches, .players = block.players});
  Start& start = found->second;
  if (block.start == 0 || is_new) {
    ++counts_.starts;
    ++counts_.different;
    return true;
  }
  start.again = true;
  if (block.matches == start.matches) return false;
  start.varied = true;
  varied_ = true;
  if (others_.insert(block.matches).second) ++counts_.different;
  return false;
}

Units Observations::units(const PlayersOf& players_of) const {
  Units units;
  units.counts_ = counts_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> again;  // starts that came again, and their players
  std::unordered_map<std::uint64_t, bool> draw;                // whether these players do
  for (const auto& [digest, start] : starts_) {
    if (!start.again) continue;
    again.emplace_back(digest, players_of(start.players));
    bool& drew = draw[again.back().second];
    drew = drew || start.varied;
  }
  bool some_draw = false;
  for (const auto& [digest, players] : again) {
    if (draw[players])
      some_draw = true;
    else
      units.of_starts_.emplace(digest, starts_.at(digest).seed);
  }
  if (openings_.size() >= least_seeds && opened_ > openings_.size()) units.of_openings_ = openings_;
  units.counts_.evidence = !units.of_openings_.empty() ? Evidence::openings
                           : again.empty()             ? Evidence::each_start_once
                           : units.of_starts_.empty()  ? Evidence::draws
                           : some_draw                 ? Evidence::some_draw
                                                       : Evidence::repeats;
  return units;
}

}  // namespace stats

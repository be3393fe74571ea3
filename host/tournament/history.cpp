#include "host/tournament/history.hpp"

#include <algorithm>
#include <utility>

namespace host {

History::Key History::key_of(const SeatIdentity& strategy) {
  return {strategy.strategy, strategy.version, strategy.sha256, strategy.options};
}

void History::add(StoredMatch match) {
  match.place.names.clear();  // so that a strategy counts under its id
  for (const auto& strategy : match.strategies) {
    const auto [at, added] = first_played_.emplace(key_of(*strategy), match.played);
    if (!added) at->second = std::min(at->second, match.played);
  }
  standings_.add(match);
}

std::vector<StrategyHistory> History::finish(const std::set<std::string>& strategies) {
  std::map<std::string, std::set<std::pair<std::string, std::string>>> builds;
  for (const auto& [key, played] : first_played_) builds[std::get<0>(key)].emplace(std::get<1>(key), std::get<2>(key));
  std::map<std::string, StrategyHistory> histories;
  for (const std::string& strategy : strategies) {
    const auto found = builds.find(strategy);
    if (found != builds.end() && found->second.size() > 1) histories[strategy].strategy = strategy;
  }
  if (histories.empty()) return {};  // saves computing the ratings
  for (Standing& standing : standings_.finish().standings) {
    const auto history = histories.find(standing.strategy.strategy);
    if (history == histories.end()) continue;
    const std::int64_t played = first_played_.at(key_of(standing.strategy));
    history->second.builds.push_back({std::move(standing), played});
  }
  std::vector<StrategyHistory> all;
  for (auto& [id, history] : histories) {
    std::stable_sort(history.builds.begin(), history.builds.end(),
                     [](const BuildStanding& a, const BuildStanding& b) { return a.first_played < b.first_played; });
    all.push_back(std::move(history));
  }
  return all;
}

}  // namespace host

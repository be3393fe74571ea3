#include "host/view/offered.hpp"

#include "host/failure.hpp"
#include "host/library/game.hpp"
#include "host/match/participant.hpp"
#include "host/plugin/spec.hpp"
#include "host/view/game_report.hpp"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// Returns the strategy with `plugin`, by which --plugin names it.
Json offered_json(const StrategyDescription& strategy, const std::string& plugin) {
  Json json = {{"plugin", plugin}};
  json.update(strategy_json(strategy));
  return json;
}

std::vector<GameDescription> games_in(const Catalogue& catalogue, const std::vector<PluginEntry>& entries,
                                      const std::vector<std::string>& named) {
  std::vector<GameDescription> all;
  std::set<std::string> seen;
  const auto add = [&](const GameDescription& game) {
    if (seen.insert(game.id).second) all.push_back(game);
  };
  for (const std::string& name : named) add(catalogue.find_game(name).description);
  for (const PluginEntry& entry : entries) {
    if (!entry.plugin) continue;
    for (const GameDescription& game : entry.plugin->games) add(game);
  }
  return all;
}

}  // namespace

StrategyDescription named_strategy(const std::string& plugin, const GameDescription& game, const Catalogue& catalogue) {
  const Participant player = enter(PluginSpec::parse(plugin), game, catalogue);
  StrategyDescription strategy = player.file.description;
  for (std::size_t index = 0; !player.file.program && index < player.options.size(); ++index)
    strategy.options[index].fallback = player.options[index];
  return strategy;
}

std::vector<GameDescription> offered_games(const Catalogue& catalogue, const std::vector<std::string>& named) {
  return games_in(catalogue, catalogue.folders().scan(), named);
}

Json strategies_json(const GameDescription& game, const Catalogue& catalogue, const std::vector<PluginEntry>& entries,
                     const std::vector<std::string>& named) {
  Json all = Json::array();
  std::set<std::string> seen;
  for (const std::string& plugin : named) {
    try {
      if (seen.insert(plugin).second) all.push_back(offered_json(named_strategy(plugin, game, catalogue), plugin));
    } catch (const Failure&) {
      continue;  // for another game
    }
  }
  for (const StrategyDescription& strategy : library::strategies_for(game.protocol, entries)) {
    const std::string plugin = plays_any_game(strategy) ? "*/" + strategy.id : strategy.id;
    if (seen.insert(plugin).second) all.push_back(offered_json(strategy, plugin));
  }
  return all;
}

Json games_json(const Catalogue& catalogue, const std::vector<std::string>& named_games,
                const std::vector<std::string>& named_strategies) {
  const std::vector<PluginEntry> entries = catalogue.folders().scan();
  Json all = Json::array();
  for (const GameDescription& game : games_in(catalogue, entries, named_games)) {
    all.push_back(game_json(game));
    all.back()["strategies"] = strategies_json(game, catalogue, entries, named_strategies);
  }
  return all;
}

}  // namespace host

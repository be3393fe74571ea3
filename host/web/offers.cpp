#include "host/web/offers.hpp"

#include "host/failure.hpp"
#include "host/library/game.hpp"
#include "host/live/live_match.hpp"

#include <nlohmann/json.hpp>

#include <set>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

const char* kind_name(std::int32_t kind) {
  switch (kind) {
    case AGON_INTEGER:
      return "integer";
    case AGON_NUMBER:
      return "number";
    case AGON_FLAG:
      return "flag";
    case AGON_CHOICE:
      return "choice";
    default:
      return "text";
  }
}

Json settings_json(const std::vector<SettingDescription>& settings) {
  Json all = Json::array();
  for (const SettingDescription& each : settings) {
    Json json = {
        {"name", each.name}, {"summary", each.summary}, {"kind", kind_name(each.kind)}, {"range", each.range()}};
    json["default"] = each.fallback ? Json(*each.fallback) : Json(nullptr);
    if (each.kind == AGON_CHOICE) json["choices"] = each.choices;
    all.push_back(std::move(json));
  }
  return all;
}

Json strategy_json(const StrategyDescription& strategy, const std::string& plugin) {
  return {{"plugin", plugin},
          {"id", strategy.id},
          {"version", strategy.version},
          {"summary", strategy.summary},
          {"any", plays_any_game(strategy)},
          {"options", settings_json(strategy.options)}};
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
  const PluginSpec spec = PluginSpec::parse(plugin);
  return is_program(spec.plugin) ? enter(spec, game, catalogue).file.description
                                 : catalogue.strategy(plugin, game).description;
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
      if (seen.insert(plugin).second) all.push_back(strategy_json(named_strategy(plugin, game, catalogue), plugin));
    } catch (const Failure&) {
      continue;  // for another game
    }
  }
  for (const StrategyDescription& strategy : library::strategies_for(game.protocol, entries)) {
    const std::string plugin = plays_any_game(strategy) ? "*/" + strategy.id : strategy.id;
    if (seen.insert(plugin).second) all.push_back(strategy_json(strategy, plugin));
  }
  return all;
}

Json games_json(const Catalogue& catalogue, const std::vector<std::string>& named_games,
                const std::vector<std::string>& named_strategies) {
  const std::vector<PluginEntry> entries = catalogue.folders().scan();
  Json all = Json::array();
  for (const GameDescription& game : games_in(catalogue, entries, named_games)) {
    all.push_back({{"id", game.id},
                   {"title", game.title.empty() ? game.id : game.title},
                   {"summary", game.summary},
                   {"rules", game.rules},
                   {"version", game.version},
                   {"min_seats", game.min_seats},
                   {"max_seats", game.max_seats},
                   {"seat_names", game.seat_names},
                   {"opponent", game.opponent ? Json(*game.opponent) : Json(nullptr)},
                   {"parameters", settings_json(game.parameters)},
                   {"strategies", strategies_json(game, catalogue, entries, named_strategies)}});
  }
  return all;
}

}  // namespace host

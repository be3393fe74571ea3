// Lists the games and strategies that a browser may start.
#pragma once

#include "host/plugin/catalogue.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace host {

/// Returns the strategy that --plugin names. Throws Failure if it does not exist, or does not play the game.
StrategyDescription named_strategy(const std::string& plugin, const GameDescription& game, const Catalogue& catalogue);

/// Returns the games of `named`, and those that `host list` shows. Throws Failure if one of `named` does not exist.
std::vector<GameDescription> offered_games(const Catalogue& catalogue, const std::vector<std::string>& named);

/// Returns the strategies for a game: those of `named`, then those in `entries`. In requests, the field "plugin" names
/// them.
nlohmann::ordered_json strategies_json(const GameDescription& game, const Catalogue& catalogue,
                                       const std::vector<PluginEntry>& entries, const std::vector<std::string>& named);

/// Returns the offered games with their parameters and strategies. Throws the same as offered_games().
nlohmann::ordered_json games_json(const Catalogue& catalogue, const std::vector<std::string>& named_games,
                                  const std::vector<std::string>& named_strategies);

}  // namespace host

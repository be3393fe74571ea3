// Shows what a game and its strategies declare, and an engine.
#pragma once

#include "host/plugin/description.hpp"
#include "host/view/report.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace host {

/// Returns what a strategy declares: {"id": "greedy", ..., "options": [{"name": "depth", ...}]}.
nlohmann::ordered_json strategy_json(const StrategyDescription& strategy);

/// Returns what a game declares: {"id": "mygame", ..., "parameters": [{"name": "n", ...}]}.
nlohmann::ordered_json game_json(const GameDescription& game);

/// Returns the game's rules, properties and parameters, and its strategies, which JSON has as "strategies". `file` is
/// that of the game.
Report game_report(const GameDescription& game, const std::filesystem::path& file,
                   const std::vector<StrategyDescription>& strategies);

/// Returns what an engine says of itself: its options.
Report engine_report(const std::string& name, const std::string& author,
                     const std::vector<SettingDescription>& options);

}  // namespace host

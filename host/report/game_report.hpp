// Shows where plugins are found, what a game and its strategies declare, the structs of a game's protocol, and an
// engine.
#pragma once

#include "host/plugin/description.hpp"
#include "host/plugin/layout.hpp"
#include "host/plugin/plugin_folders.hpp"
#include "host/report/report.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace host {

/// Returns what a strategy declares: {"id": "greedy", ..., "options": [{"name": "depth", ...}]}.
nlohmann::ordered_json strategy_json(const StrategyDescription& strategy);

/// Returns what a game declares: {"id": "mygame", ..., "parameters": [{"name": "n", ...}]}.
nlohmann::ordered_json game_json(const GameDescription& game);

/// Returns a line for each folder of plugins, first to last, and for each plugin that is skipped, after the word
/// `skipped`; in JSON, these are "folders" and "refused".
Report folders_report(const PluginFolders& folders, const std::vector<PluginEntry>& entries, const char* skipped);

/// Returns the game's rules, properties and parameters, and its strategies, which JSON has as "strategies". `file` is
/// that of the game.
Report game_report(const GameDescription& game, const std::filesystem::path& file,
                   const std::vector<StrategyDescription>& strategies);

/// Returns what an engine says of itself: its options.
Report engine_report(const std::string& name, const std::string& author,
                     const std::vector<SettingDescription>& options);

/// Returns a table for each struct, and everything that is declared as JSON.
Report layout_report(const GameDescription& game, const LayoutDescription& layout);

}  // namespace host

// Finds a game or a strategy in the tables of a loaded library, and its extensions.
#pragma once

#include <agon/ext/solitary.h>
#include <agon/plugin.h>

#include <cstdint>
#include <string_view>

namespace host {

/// Returns the game with this id; NULL if there is none.
inline const agon_game_type* find_game_type(const agon_plugin_type& plugin, std::string_view id) {
  for (std::uint32_t index = 0; index < plugin.game_count; ++index) {
    if (plugin.games[index]->id == id) return plugin.games[index];
  }
  return nullptr;
}

/// Returns the strategy with this id and protocol; NULL if there is none.
inline const agon_strategy_type* find_strategy_type(const agon_plugin_type& plugin, std::string_view id,
                                                    std::string_view protocol) {
  for (std::uint32_t index = 0; index < plugin.strategy_count; ++index) {
    const agon_strategy_type& type = *plugin.strategies[index];
    if (type.id == id && type.protocol == protocol) return &type;
  }
  return nullptr;
}

/// Returns whether a process may hold only one instance of the strategy at a time.
inline bool is_single_instance(const agon_strategy_type& type) {
  return type.extension(AGON_SINGLE_INSTANCE) != nullptr || type.extension(AGON_SOLITARY) != nullptr;
}

}  // namespace host

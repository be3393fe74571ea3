// The tested game, selected by agon_add_game_test(), from its folder of built plugins.
#pragma once

#include <agon/game.h>
#include <agon/strategy.h>

#include <string>

namespace support {

/// Returns the game's table; the library stays loaded.
const agon_game_type& game();

/// Returns the table of one of its strategies, by id. The test fails if there is none.
const agon_strategy_type& strategy(const std::string& id);

}  // namespace support

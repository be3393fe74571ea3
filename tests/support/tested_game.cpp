// Compiled for each game's test, with its values of AGON_TEST_GAME and AGON_TEST_PLUGINS.
#include "tests/support/tested_game.hpp"

#include "tests/support/loaded_plugin.hpp"

namespace support {

const agon_game_type& game() {
  static const agon_game_type* const type = &game(AGON_TEST_PLUGINS, AGON_TEST_GAME);
  return *type;
}

const agon_strategy_type& strategy(const std::string& id) {
  return strategy(AGON_TEST_PLUGINS, id);
}

}  // namespace support

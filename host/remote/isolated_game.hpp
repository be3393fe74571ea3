// Games in processes of their own, for commands that show or continue matches: a game that fails ends only the match.
#pragma once

#include "host/plugin/catalogue.hpp"

namespace host {

/// Loads the game in a separate process, which ends with the returned object. A call that crashes, or that takes more
/// than a minute of CPU time, throws Failure(game), and so do all calls after it. Functions of the game can be called
/// from several threads, which wait for each other. Throws Failure(plugin) if the library does not have the game,
/// Failure(game) if it fails when it is loaded, and Failure(internal) if there are too many games at a time.
Game isolated_game(const GameBuild& game);

/// Returns isolated_game(), or load_game() for debuggers if `here`.
GameLoader game_loader(bool here);

}  // namespace host

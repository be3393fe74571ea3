// A file of openings: lines in the game's notation, or a book in a format of the game's own world (agon.exchange/1).
#pragma once

#include "host/arena/game_limits.hpp"
#include "host/match/exchange.hpp"
#include "host/plugin/catalogue.hpp"

#include <string>
#include <vector>

namespace host {

/// Reads the file. If its name has an ending that the game knows, the game reads it, in a process of its own; else its
/// lines are parameters and actions. Throws Failure(usage) if it can't be read.
std::vector<BookOpening> read_opening_file(const std::string& name, const GameBuild& game, const GameLimits& limits);

}  // namespace host

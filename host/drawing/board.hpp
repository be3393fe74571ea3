// A position as text.
#pragma once

#include "host/match/game_state.hpp"

#include <cstdint>
#include <string>

namespace host {

/// Returns the board as `seat` may know it, as lines that end with '\n'. If the game does not draw itself, returns its
/// position; empty: it has no notation either. With `colour`, contains control sequences of terminals; all other parts
/// are printable().
std::string board_text(const GameState& state, bool colour, std::int32_t seat = AGON_ALL_SEATS);

}  // namespace host

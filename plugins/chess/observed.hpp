// Between the protocol's structs and the rules: for the game and the strategies.
#pragma once

#include "rules.hpp"

#include <chess/chess.h>

namespace chess {

// The rules write castling as the move of the king to its own rook. The protocol does so in Chess960 alone; otherwise
// the king moves by two squares, so that an action has the same text in each position.

Move move_of(const Position& position, const chess_action& action, bool chess960);
chess_action action_of(const Position& position, Move move, bool chess960);

/// Returns the position that a seat sees, with the earlier ones that may still repeat. Throws agon::Failure if there is
/// no such observation.
Game game_seen(const chess_observation& seen);

}  // namespace chess

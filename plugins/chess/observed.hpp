// Between the protocol's structs and the rules: for the game and the strategies.
#pragma once

#include "rules.hpp"

#include <chess/chess.h>

namespace chess {

Move move_of(const chess_action& action);
chess_action action_of(Move move);

/// Returns the position that a seat sees, with the earlier ones that may still repeat. Throws agon::Failure if there is
/// no such observation.
Game game_seen(const chess_observation& seen);

}  // namespace chess

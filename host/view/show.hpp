// Prints boards on an output stream.
#pragma once

#include "host/match/game_state.hpp"

#include <chrono>
#include <iosfwd>
#include <string>

namespace host {

/// Returns whether standard output is a terminal that supports colours, and should have them.
bool shows_colour();

/// Prints the board as `seat` may know it. If a game does not draw itself, prints its position as text.
void show_board(std::ostream& out, const GameState& state, bool colour, std::int32_t seat = AGON_ALL_SEATS);

/// Prints a text of MoveBoards on standard output. With a `delay`, waits that long afterwards; on a terminal, each text
/// then replaces the previous one.
void show_move(const std::string& text, std::chrono::duration<double> delay = {});

}  // namespace host

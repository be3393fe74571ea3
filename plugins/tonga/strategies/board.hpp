// Common code of the strategies: converts a seat's observation to the rules' board.
#pragma once

#include "../rules.hpp"

#include <tonga/tonga.hpp>

namespace tonga {

/// Returns the square's number on a Board.
inline int square_of(const Position& position, Cell cell) {
  return cell.row * position.size() + cell.column;
}

/// Returns a board with the stones that `position` shows.
inline Board board_of(const Position& position) {
  Board board(position.size());
  for (int square = 0; square < board.cells(); ++square) {
    const auto stone = position.at({square / board.size(), square % board.size()});
    if (stone != Stone::none) board.place(square, static_cast<Colour>(stone));
  }
  return board;
}

}  // namespace tonga

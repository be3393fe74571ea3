// Common code of the strategies: converts a seat's observation to the rules' board.
#pragma once

#include "../rules.hpp"

#include <linez/linez.hpp>

namespace linez {

/// Returns a board with the numbers that `position` shows.
inline Board board_of(const Position& position) {
  Board board(position.rows(), position.columns());
  for (int row = 0; row < position.rows(); ++row) {
    for (int column = 0; column < position.columns(); ++column) {
      const int number = position.at({row, column});
      if (number != 0) board.put(cell_at(row, column), number);
    }
  }
  return board;
}

/// Converts the rules' step to a move.
inline Move move_of(Step step) {
  return {{row_of(step.from), column_of(step.from)}, {row_of(step.to), column_of(step.to)}};
}

}  // namespace linez

// A board as training and search play on it: fast, and without checks.
#pragma once

#include "geometry.hpp"

#include <agon/random.hpp>

namespace linez::champion {

inline constexpr int max_drop = 9;

struct Board {                   // NOLINT(*-member-init): whoever makes a board sets `at`
  Table<Content, cells + 1> at;  // and a wall off the board
  int room = cells;              // cells that are no walls
  int numbers = 0;
  int colours = max_colours;
  int drop = 3;
  Table<Content, max_drop> next{};  // the announced numbers
  [[nodiscard]] bool full() const { return numbers == room; }
};

/// An empty board.
Board empty_board(int rows, int columns, int colours, int drop);

/// What a removal brings beyond two points for each of its cells; 0 for a line of five.
constexpr int bonus_for(int removed) {
  return removed == 0 ? 0 : 10 + removed * (removed - 5) / 2 - 2 * removed;
}

/// The cells of all lines through a cell.
Cells lines_through(const Board& board, int cell);

/// Makes a move, and removes the line that it makes. Returns how many cells that removed.
int make_move(Board& board, int from, int to);

/// Announces the next numbers.
void announce(Board& board, agon::QuickRandom& random);

/// Lets the announced numbers fall and removes their lines, again while that empties the board; then announces the
/// next ones. Returns the bonus of the lines, and adds to `removed` how many cells they had.
int fall(Board& board, agon::QuickRandom& random, int& removed);

}  // namespace linez::champion

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
  Table<Content, max_drop> next{};         // the announced numbers
  Table<std::uint8_t, max_drop> places{};  // 1 + the cells where they fall, if these are announced; else 0
  bool lines98 = false;                    // see bonus_for()
  [[nodiscard]] bool full() const { return numbers == room; }
};

/// An empty board.
Board empty_board(int rows, int columns, int colours, int drop);

/// What a removal brings beyond two points for each of its cells; 0 for a line of five. The points of Lines 98 count
/// twice, so that a line of five is worth as much as where the weights were learned.
constexpr int bonus_for(int removed, bool lines98) {
  if (removed == 0) return 0;
  return (lines98 ? 2 * removed * (removed - 4) : 10 + removed * (removed - 5) / 2) - 2 * removed;
}

/// The cells of all lines through a cell.
Cells lines_through(const Board& board, int cell);

/// Makes a move, and removes the line that it makes. Returns how many cells that removed.
int make_move(Board& board, int from, int to);

/// Announces the next numbers, and no places.
void announce(Board& board, agon::QuickRandom& random);

/// Lets the announced numbers fall and removes their lines, again while that empties the board; then announces the
/// next ones. Returns the bonus of the lines, and adds to `removed` how many cells they had.
int fall(Board& board, agon::QuickRandom& random, int& removed);

}  // namespace linez::champion

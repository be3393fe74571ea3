// Numbers all boards that can be reached from one board.
//
// Moves commute, and making the same move three times changes nothing. In addition, the two groups of any line together
// form the whole board. So the effect of n moves depends only on n mod 3 and, for each line, on how many more of them
// chose its first group than its second, mod 3. With L = rows + columns - 2 lines there are 3^L *states* for each n mod
// 3, and a move adds or subtracts 1 at the digit of its line.
#pragma once

#include <inc/rules.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace inc {

/// The states that can be reached from one board. State 0 after no move is that board.
class Offsets {
 public:
  /// With more lines than this, a state's number would overflow.
  static constexpr int max_lines = 20;

  /// Returns the number of lines of a board.
  static int lines(const rules::Board& board) { return board.rows() + board.columns() - 2; }

  /// Requires a board with 1 .. max_lines lines; increment -1 or 1.
  Offsets(const rules::Board& origin, int increment);

  [[nodiscard]] const rules::Board& origin() const { return origin_; }
  [[nodiscard]] int increment() const { return increment_; }
  [[nodiscard]] int lines() const { return lines(origin_); }
  /// Returns 3^lines.
  [[nodiscard]] std::uint32_t states() const { return weights_.back(); }

  /// Returns 3^line: what incrementing the digit of a line adds to a state's number, except at a wrap-around.
  [[nodiscard]] std::uint32_t weight(int line) const { return weights_[static_cast<std::size_t>(line)]; }
  /// Return the line, 0 .. lines - 1 (horizontal ones first), of move number `move`, and whether it changes the first
  /// group.
  [[nodiscard]] int line_of(int move) const { return steps_[static_cast<std::size_t>(move)].line; }
  [[nodiscard]] bool first_of(int move) const { return steps_[static_cast<std::size_t>(move)].first; }

  /// Returns the state after move number `move` (see rules::Board::move).
  [[nodiscard]] std::uint32_t after(std::uint32_t state, int move) const;

  /// Returns the board of a state reached by `moves_made` moves; at least 0.
  [[nodiscard]] rules::Board board(std::uint32_t state, int moves_made) const;

  /// Returns the points of all states' boards after this number of moves, by state.
  [[nodiscard]] std::vector<rules::Points> points(int moves_made) const;

  /// Returns a state with this board after this number of moves, if there is one. If empty squares leave the moves
  /// ambiguous, there are several such states, which are equivalent.
  [[nodiscard]] std::optional<std::uint32_t> find(const rules::Board& board, int moves_made) const;

 private:
  /// For one axis, whose lines have the digits `digits`: for each row or column, the sum of the digits of the lines
  /// from it on. The last row or column is beyond all lines and has 0.
  using Sums = std::array<int, rules::max_side>;
  static Sums sums(std::uint32_t digits, int side);

  /// Returns a digit minus 1, 0 .. 2, after `count` (at least 0) increments.
  [[nodiscard]] int rotated(int digit, int count) const { return (digit + (increment_ > 0 ? count : 2 * count)) % 3; }

  void solve();

  struct Step {
    int line;
    bool first;
  };

  rules::Board origin_;
  int increment_;
  std::vector<std::uint32_t> weights_;  // lines + 1
  std::vector<Step> steps_;             // by move number
  /// Squares that determine the digits of all lines, as far as squares with digits can. For each line, its digit is a
  /// combination of the totals added to these squares, with these factors, modulo 3.
  std::vector<std::pair<int, int>> picked_;  // row, column
  std::vector<std::array<int, max_lines>> factors_;
};

}  // namespace inc

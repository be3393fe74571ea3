// All boards that moves lead to from one board, as numbers.
//
// Moves commute, and the same move three times changes nothing. Besides, the two groups of one line are together the
// whole board, whatever the line. So what n moves have done is told by n mod 3 and, for each line, by how many more of
// them chose its first group than its second, mod 3: with L = rows + columns - 2 lines that makes 3^L *states* for each
// n mod 3, and a move adds or takes 1 at the digit of its line.
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
  /// With more lines than this a state does not fit its number.
  static constexpr int max_lines = 20;

  /// How many lines a board has.
  static int lines(const rules::Board& board) { return board.rows() + board.columns() - 2; }

  /// A board of 1 .. max_lines lines; increment -1 or 1.
  Offsets(const rules::Board& origin, int increment);

  [[nodiscard]] const rules::Board& origin() const { return origin_; }
  [[nodiscard]] int increment() const { return increment_; }
  [[nodiscard]] int lines() const { return lines(origin_); }
  /// 3^lines.
  [[nodiscard]] std::uint32_t states() const { return weights_.back(); }

  /// What number one more or less at the digit of a line adds to a state's number, before it wraps: 3^line.
  [[nodiscard]] std::uint32_t weight(int line) const { return weights_[static_cast<std::size_t>(line)]; }
  /// The line, 0 .. lines - 1 (horizontal ones first), of move number `move`, and whether it takes the first group.
  [[nodiscard]] int line_of(int move) const { return steps_[static_cast<std::size_t>(move)].line; }
  [[nodiscard]] bool first_of(int move) const { return steps_[static_cast<std::size_t>(move)].first; }

  /// The state that move number `move` (see rules::Board::move) leads to.
  [[nodiscard]] std::uint32_t after(std::uint32_t state, int move) const;

  /// The board of a state that `moves_made` moves lead to; at least 0.
  [[nodiscard]] rules::Board board(std::uint32_t state, int moves_made) const;

  /// The points of all states' boards after so many moves, by state.
  [[nodiscard]] std::vector<rules::Points> points(int moves_made) const;

  /// A state with this board after so many moves, if there is one. There are several where empty squares leave open
  /// which moves were made; the same can happen from all of them.
  [[nodiscard]] std::optional<std::uint32_t> find(const rules::Board& board, int moves_made) const;

 private:
  /// The sums of the digits of the lines from each row or column on, for one axis, whose digits are `digits`; by row or
  /// column. The last one lies beyond all lines and has 0.
  using Sums = std::array<int, rules::max_side>;
  static Sums sums(std::uint32_t digits, int side);

  /// A digit less 1, 0 .. 2, after `count` (at least 0) increments.
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
  /// Squares that tell the digits of all lines, as far as squares with digits do; and by line, how its digit follows
  /// from what is added to them: its factors, modulo 3.
  std::vector<std::pair<int, int>> picked_;  // row, column
  std::vector<std::array<int, max_lines>> factors_;
};

}  // namespace inc

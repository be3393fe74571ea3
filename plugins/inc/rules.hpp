// The rules of Inc as a plain library: a board of digits, its moves, a match of three seats and their preferences.
//
// A move is a straight line strictly inside the board, and one of the two groups of squares on its sides. The match's
// increment, +1 or -1, is added to every digit of that group, in the cycle 1, 2, 3, 1, ... Source: the statement of Inc
// (TCO07 semifinal 3).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace inc::rules {

inline constexpr int seats = 3;
inline constexpr int max_side = 16;
inline constexpr int max_cells = max_side * max_side;
inline constexpr int max_turns = 1'000'000'000;

enum class Axis : std::int8_t { horizontal = 0, vertical = 1 };
enum class Group : std::int8_t { first = 0, second = 1 };  // the top or left one; the bottom or right one

/// A line and a group.
struct Move {
  Axis axis = Axis::horizontal;
  int line = 1;  // after this number of rows or columns, from 1
  Group group = Group::first;
  friend bool operator==(const Move&, const Move&) = default;
};

/// The points of the seats: points[s] is the number of squares with the digit s + 1.
using Points = std::array<int, seats>;

/// Returns a seat's place at the end of a match, which is also its score: 3 if it is first alone, 2 if it shares the
/// first place, otherwise 1.
int place(const Points& points, int seat);

/// Returns a number that orders the ends of a match by the preference of `seat`: first by place, then by points. Larger
/// is better: 0 .. 1023.
int preference(const Points& points, int seat);

/// A board: digits 1 .. 3 and empty squares, which are 0. Rows from the top, columns from the left, both from 0.
class Board {
 public:
  /// Creates a board of empty squares; rows and columns 1 .. max_side.
  Board(int rows, int columns);

  /// Parses rows joined by '/', each of '.' and 1 .. 3, of equal length: "12./3.1". Returns nothing if the text is no
  /// board with 1 .. max_side rows and columns.
  static std::optional<Board> parse(std::string_view text);

  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] int cells() const { return rows_ * columns_; }
  [[nodiscard]] int at(int row, int column) const { return cells_[index(row, column)]; }
  void set(int row, int column, int digit) { cells_[index(row, column)] = static_cast<std::int8_t>(digit); }

  /// Returns all squares, row by row.
  [[nodiscard]] std::span<const std::int8_t> squares() const {
    return {cells_.data(), static_cast<std::size_t>(cells())};
  }

  /// Returns max_cells squares for a board of any size: those beyond the last are empty.
  [[nodiscard]] std::span<const std::int8_t, max_cells> all_squares() const { return cells_; }

  /// Returns the number of moves: 0 for a board of one square.
  [[nodiscard]] int moves() const { return 2 * (rows_ - 1) + 2 * (columns_ - 1); }
  /// Returns move number 0 .. moves() - 1. This is the order in which every seat prefers moves that lead to equally
  /// good ends: horizontal lines first, then the top or left group first, then the line nearer to the top or left.
  [[nodiscard]] Move move(int number) const;
  /// The inverse of move(), for a legal move.
  [[nodiscard]] int number(const Move& move) const;
  [[nodiscard]] bool legal(const Move& move) const;

  /// Adds `increment` (-1 or 1) to the digits of the move's group; the move must be legal.
  void apply(const Move& move, int increment);

  /// Returns whether a move changes this square, if it has a digit.
  [[nodiscard]] static bool touches(const Move& move, int row, int column) {
    const bool first = (move.axis == Axis::horizontal ? row : column) < move.line;
    return first == (move.group == Group::first);
  }

  [[nodiscard]] Points points() const;

  /// Returns the text that parse() accepts.
  [[nodiscard]] std::string text() const;

  friend bool operator==(const Board&, const Board&) = default;

 private:
  [[nodiscard]] std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row * columns_ + column);
  }

  int rows_;
  int columns_;
  std::array<std::int8_t, max_cells> cells_{};
};

/// A match: seats 0, 1, 2, 0, ... move until no turn is left. If the board has no moves, the match ends immediately.
class Match {
 public:
  /// turns 0 .. max_turns; increment -1 or 1. `mover` is not among `out`, the seats that are out, as bits.
  Match(const Board& board, int turns, int increment, int mover = 0, unsigned out = 0)
      : board_(board), turns_left_(turns), increment_(increment), mover_(mover), out_(out) {}

  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] int turns_left() const { return turns_left_; }
  [[nodiscard]] int increment() const { return increment_; }
  /// Returns the seat to move, which is not out unless the match is over.
  [[nodiscard]] int mover() const { return mover_; }
  [[nodiscard]] bool over() const { return turns_left_ == 0 || board_.moves() == 0; }
  /// Bit s: seat s is out.
  [[nodiscard]] unsigned out() const { return out_; }

  /// Plays the mover's turn. The move must be legal, and the match not over. Then plays the turns of following seats
  /// that are out.
  void play(const Move& move);

  /// Takes a seat out of the match: from now on it makes the first legal move, board().move(0). If all three are out,
  /// the match is played to its end.
  void forfeit(int seat);

 private:
  void turn(const Move& move);
  void play_for_the_absent();

  Board board_;
  int turns_left_;
  int increment_;
  int mover_;
  unsigned out_;
};

}  // namespace inc::rules

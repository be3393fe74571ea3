// The rules of Linez as a plain library: the board, paths and lines on it, and a match with its points and drops.
//
// Whatever chance decides is asked from the caller, so that the rules know no generator. Source: the statement of Linez
// (TopCoder Marathon Match 5, 2006), and this folder's README for what it leaves open.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace linez {

inline constexpr int min_side = 5;
inline constexpr int max_side = 16;
inline constexpr int min_colours = 2;
inline constexpr int max_colours = 9;
inline constexpr int min_line = 3;
inline constexpr int max_drop = 9;
inline constexpr int max_moves = 1'000'000;

/// What a match is played with; the defaults are the contest's, but for `moves`.
struct Variant {
  int rows = 9;                  // min_side .. max_side
  int columns = 9;               // min_side .. max_side
  int colours = 7;               // the numbers are 1 .. colours; min_colours .. max_colours
  int line = 5;                  // equal numbers that make a line; min_line .. the longer side
  int drop = 3;                  // numbers that fall at a time; 1 .. max_drop
  bool drop_lines_score = true;  // else they are removed without points
  int moves = 100'000;           // the match ends after so many; 1 .. max_moves
};

/// Cells have the same numbers on boards of every size: row by row, with a wall around the largest board, so that the
/// cells beside one, and the next one in any direction, are at fixed distances and always there.
inline constexpr int stride = max_side + 2;
inline constexpr int cell_numbers = stride * stride;

constexpr int cell_at(int row, int column) {
  return (row + 1) * stride + column + 1;
}
constexpr int row_of(int cell) {
  return cell / stride - 1;
}
constexpr int column_of(int cell) {
  return cell % stride - 1;
}

/// From a cell to the one above, to its left, to its right and below.
inline constexpr std::array<int, 4> beside = {-stride, -1, 1, stride};
/// Along a row, a column and either diagonal; the other way round with the other sign.
inline constexpr std::array<int, 4> directions = {1, stride, stride + 1, stride - 1};

using CellSet = std::bitset<cell_numbers>;

/// The points for removing `cells` cells at once.
constexpr int points_for(int cells) {
  return 10 + cells * (cells - 5) / 2;
}

/// Numbers on a rectangle of cells.
class Board {
 public:
  /// An empty one; min_side .. max_side rows and columns.
  Board(int rows, int columns);

  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] int cells() const { return rows_ * columns_; }
  [[nodiscard]] int numbers() const { return numbers_; }
  [[nodiscard]] bool full() const { return numbers_ == cells(); }

  [[nodiscard]] bool has(int row, int column) const {
    return row >= 0 && column >= 0 && row < rows_ && column < columns_;
  }
  /// The number on a cell; 0: empty; below 0: the wall.
  [[nodiscard]] int at(int cell) const { return values_[static_cast<std::size_t>(cell)]; }
  /// Puts a number, 1 .. max_colours, on an empty cell.
  void put(int cell, int number);
  /// Takes the number off a cell that has one.
  void take(int cell);

  /// Empty cell number `index` in the order of the cells; 0 .. cells() - numbers() - 1.
  [[nodiscard]] int nth_empty(int index) const;

  /// Whether a path of orthogonally adjacent empty cells joins `from`, which may hold anything, and the empty cell
  /// `to`.
  [[nodiscard]] bool path(int from, int to) const;

  /// The cells of all lines, `line` or more equal numbers in a row, column or diagonal without a gap, that go through
  /// one of `through`.
  [[nodiscard]] CellSet lines(std::span<const int> through, int line) const;

  /// Whether there is a line anywhere.
  [[nodiscard]] bool has_line(int line) const;

  /// Takes the numbers off all these cells, which must have some.
  void remove(const CellSet& cells);

 private:
  int rows_;
  int columns_;
  int numbers_ = 0;
  std::array<std::int8_t, cell_numbers> values_{};
};

/// One move: the number on `from` goes to the empty cell `to`.
struct Step {
  int from = 0;
  int to = 0;
};

/// All legal moves of a board, counted without listing them: the empty cells fall into regions, and a number reaches
/// the whole of each region that it touches. Borrows the board, which must not change meanwhile.
class Steps {
 public:
  explicit Steps(const Board& board);

  /// 0 only if the board is full, or empty.
  [[nodiscard]] int count() const { return count_; }
  /// Number `index`, 0 .. count() - 1, ordered by `from`, then by `to`.
  [[nodiscard]] Step at(int index) const;
  [[nodiscard]] bool legal(Step step) const;
  /// How many regions the empty cells form.
  [[nodiscard]] int regions() const { return regions_; }

 private:
  /// The regions that the number on a cell touches, each once.
  struct Touched {
    int count = 0;
    std::array<std::int16_t, 4> regions{};
    [[nodiscard]] bool has(int region) const;
  };
  void flood(int start);
  [[nodiscard]] Touched touched(int cell) const;
  [[nodiscard]] int reach(const Touched& touched) const;

  const Board& board_;
  int count_ = 0;
  std::int16_t regions_ = 0;
  std::array<std::int16_t, cell_numbers> region_{};           // of an empty cell, from 1; 0 where a number stands
  std::array<std::int16_t, max_side * max_side + 1> size_{};  // of each region
};

/// Chance: a number 0 .. bound - 1, each as likely as the other; bound at least 1.
using Below = std::function<int(int bound)>;

/// As many numbers as the variant drops; 0 after them.
using Numbers = std::array<std::int8_t, max_drop>;

/// A match from its start to its end.
class Match {
 public:
  enum class Verdict { legal, no_number, taken, no_path };

  /// One drop: what fell where, in order, and what was announced then.
  struct Drop {
    struct Fallen {
      int cell = 0;
      int number = 0;
    };
    std::vector<Fallen> fallen;
    Numbers next{};
  };

  /// `start` has a number, an empty cell and no line.
  Match(const Variant& variant, const Board& start, const Numbers& next);

  /// `variant.drop` numbers on random cells, drawn cell, number, cell, number, ...; all anew if they make a line, which
  /// takes a drop at least as long as a line.
  static Board draw_start(const Variant& variant, const Below& chance);
  /// The numbers to be announced.
  static Numbers draw_numbers(const Variant& variant, const Below& chance);

  [[nodiscard]] const Variant& variant() const { return variant_; }
  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] const Numbers& next() const { return next_; }
  [[nodiscard]] int score() const { return score_; }
  [[nodiscard]] int moves_left() const { return moves_left_; }
  [[nodiscard]] bool over() const { return board_.full() || moves_left_ == 0; }

  /// What the rules say to a step between cells of the board.
  [[nodiscard]] Verdict verdict(Step step) const;

  /// A legal move and what follows from it.
  void move(Step step, const Below& chance);

  /// What fell after the last move: nothing if it made a line and left numbers. More than one drop only where a drop's
  /// own lines emptied the board.
  [[nodiscard]] const std::vector<Drop>& drops() const { return drops_; }

 private:
  void fall(const Below& chance);

  Variant variant_;
  Board board_;
  Numbers next_;
  int score_ = 0;
  int moves_left_;
  std::vector<Drop> drops_;
};

}  // namespace linez

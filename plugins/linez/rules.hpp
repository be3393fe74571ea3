// The rules of Linez as a plain library: the board, paths and lines on it, and a match with its points and drops.
//
// The caller provides all random numbers, so the rules depend on no generator. Source: the statement of Linez (TopCoder
// Marathon Match 5, 2006). This folder's README describes details that the statement does not define.
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

/// The parameters of a match; the defaults are the contest's, except for `moves`.
struct Variant {
  int rows = 9;                  // min_side .. max_side
  int columns = 9;               // min_side .. max_side
  int colours = 7;               // the numbers are 1 .. colours; min_colours .. max_colours
  int line = 5;                  // minimum length of a line; min_line .. the longer side
  int drop = 3;                  // numbers per drop; 1 .. max_drop
  bool drop_lines_score = true;  // false: they are removed without points
  int moves = 100'000;           // maximum number of moves; 1 .. max_moves
  bool places = false;           // announces where numbers will fall, too
  bool lines98 = false;          // points_for() as in Lines 98
};

/// Cells have the same numbers on boards of every size: row by row, with a wall around the largest board. So the
/// adjacent cells, and the next cell in any direction, always exist and are at fixed distances.
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

/// The distances from a cell to the one above, to its left, to its right and below.
inline constexpr std::array<int, 4> beside = {-stride, -1, 1, stride};
/// The distances along a row, a column and both diagonals; negate them for the opposite directions.
inline constexpr std::array<int, 4> directions = {1, stride, stride + 1, stride - 1};

using CellSet = std::bitset<cell_numbers>;

/// Returns the points for removing `cells` cells at once: the contest's, or those of Lines 98.
constexpr int points_for(int cells, bool lines98 = false) {
  return lines98 ? cells * (cells - 4) : 10 + cells * (cells - 5) / 2;
}

/// Numbers on a rectangle of cells.
class Board {
 public:
  /// Creates an empty board; min_side .. max_side rows and columns.
  Board(int rows, int columns);

  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] int cells() const { return rows_ * columns_; }
  [[nodiscard]] int numbers() const { return numbers_; }
  [[nodiscard]] bool full() const { return numbers_ == cells(); }

  [[nodiscard]] bool has(int row, int column) const {
    return row >= 0 && column >= 0 && row < rows_ && column < columns_;
  }
  /// Returns the number on a cell; 0: empty; below 0: the wall.
  [[nodiscard]] int at(int cell) const { return values_[static_cast<std::size_t>(cell)]; }
  /// The same of all cells, by their numbers.
  [[nodiscard]] const std::array<std::int8_t, cell_numbers>& values() const { return values_; }
  /// Puts a number, 1 .. max_colours, on an empty cell.
  void put(int cell, int number);
  /// Removes the number from a cell that has one.
  void take(int cell);

  /// Returns empty cell number `index` in the order of the cells; 0 .. cells() - numbers() - 1.
  [[nodiscard]] int nth_empty(int index) const;

  /// Returns whether a path of orthogonally adjacent empty cells connects `from`, which need not be empty, and the
  /// empty cell `to`.
  [[nodiscard]] bool path(int from, int to) const;
  /// Returns a shortest such path with both ends; nothing if there is none.
  [[nodiscard]] std::vector<int> shortest_path(int from, int to) const;

  /// Returns the cells of all lines that contain one of `through`. A line consists of `line` or more adjacent equal
  /// numbers in a row, column or diagonal.
  [[nodiscard]] CellSet lines(std::span<const int> through, int line) const;

  /// Returns whether the board contains a line.
  [[nodiscard]] bool has_line(int line) const;

  /// Removes the numbers from all these cells, which must have some.
  void remove(const CellSet& cells);

 private:
  int rows_;
  int columns_;
  int numbers_ = 0;
  std::array<std::int8_t, cell_numbers> values_{};
};

/// A move: the number on `from` goes to the empty cell `to`.
struct Step {
  int from = 0;
  int to = 0;
};

/// All legal moves of a board, counted without listing them: the empty cells form regions, and a number can reach all
/// cells of each adjacent region. Borrows the board, which must not change while this object is used.
class Steps {
 public:
  explicit Steps(const Board& board);

  /// Returns 0 only if the board is full or empty.
  [[nodiscard]] int count() const { return count_; }
  /// Returns move number `index`, 0 .. count() - 1, ordered by `from`, then by `to`.
  [[nodiscard]] Step at(int index) const;
  [[nodiscard]] bool legal(Step step) const;
  /// Calls visit(step) for each, in the order of at().
  template <class Visit>
  void each(Visit&& visit) const;
  /// How many regions the empty cells form.
  [[nodiscard]] int regions() const { return regions_; }

 private:
  /// The regions adjacent to the number on a cell, each once.
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
  std::array<std::int16_t, cell_numbers> region_{};           // of an empty cell, from 1; 0 for a cell with a number
  std::array<std::int16_t, max_side * max_side + 1> size_{};  // of each region
};

template <class Visit>
void Steps::each(Visit&& visit) const {
  const int last = cell_at(board_.rows() - 1, board_.columns() - 1);
  for (int from = cell_at(0, 0); from <= last; ++from) {
    if (board_.at(from) <= 0) continue;
    const Touched regions = touched(from);
    for (int to = cell_at(0, 0); regions.count > 0 && to <= last; ++to) {
      if (board_.at(to) == 0 && regions.has(region_[static_cast<std::size_t>(to)])) visit(Step{from, to});
    }
  }
}

/// Chance: a number 0 .. bound - 1, each as likely as the other; bound at least 1.
using Below = std::function<int(int bound)>;

/// The numbers of a drop: as many as the variant drops, followed by 0.
using Numbers = std::array<std::int8_t, max_drop>;

/// The cells where they will fall unless they are taken by then; 0 where that is not announced.
using Places = std::array<std::int16_t, max_drop>;

/// A match from its start to its end.
class Match {
 public:
  enum class Verdict { legal, no_number, taken, no_path };

  /// A drop: the numbers that fell with their cells, in order, and the numbers announced then.
  struct Drop {
    struct Fallen {
      int cell = 0;
      int number = 0;
    };
    std::vector<Fallen> fallen;
    Numbers next{};
    Places places{};
  };

  /// `start` has a number, an empty cell and no line. `score` is what was made before.
  Match(const Variant& variant, const Board& start, const Numbers& next, int score = 0, const Places& places = {});

  /// Puts `variant.drop` numbers on random cells, drawn in the order cell, number, cell, number, ... If they form a
  /// line, draws all again; this requires that a drop is at least as long as a line.
  static Board draw_start(const Variant& variant, const Below& chance);
  /// Draws the numbers to announce.
  static Numbers draw_numbers(const Variant& variant, const Below& chance);

  /// Draws different empty cells for the numbers to fall on, as many as are empty; none if the variant hides them.
  static Places draw_places(const Variant& variant, Board board, const Below& chance);

  [[nodiscard]] const Variant& variant() const { return variant_; }
  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] const Numbers& next() const { return next_; }
  [[nodiscard]] const Places& places() const { return places_; }
  [[nodiscard]] int score() const { return score_; }
  [[nodiscard]] int moves_left() const { return moves_left_; }
  [[nodiscard]] bool over() const { return board_.full() || moves_left_ == 0; }

  /// Returns whether a step between cells of the board is legal, or why not.
  [[nodiscard]] Verdict verdict(Step step) const;

  /// Whether numbers fall after a legal move: it makes no line, or leaves nothing on the board.
  [[nodiscard]] bool drops_after(Step step) const;

  /// A legal move and what follows from it.
  void move(Step step, const Below& chance);

  /// Returns the drops after the last move: none if it made a line and left numbers. There are several only if a drop's
  /// own lines emptied the board.
  [[nodiscard]] const std::vector<Drop>& drops() const { return drops_; }

 private:
  void fall(const Below& chance);

  Variant variant_;
  Board board_;
  Numbers next_;
  Places places_;
  int score_ = 0;
  int moves_left_;
  std::vector<Drop> drops_;
};

}  // namespace linez

// linez/linez.hpp - the base class of a Linez strategy.
//
//     class MyBot : public linez::Strategy {
//       linez::Move move(const linez::Position& position) override { ... }
//     };
//     AGON_STRATEGY(MyBot, .id = "mybot", .version = "1.0.0", .summary = "...")
#pragma once

#include <linez/linez.h>

#include <agon/strategy.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace linez {

/// A cell: row from the top, column from the left, both from 0.
struct Cell {
  int row = 0;
  int column = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

/// Moves the number on `from` to the empty cell `to`.
struct Move {
  Cell from;
  Cell to;
  friend bool operator==(const Move&, const Move&) = default;
};

/// The board as the seat sees it. Borrows the observation: valid until move() returns; copy observation() to keep it.
class Position {
 public:
  explicit Position(const linez_observation& observation) : observation_(observation) {}

  /// 5 .. 16 each; the contest's board has 9 of both.
  [[nodiscard]] int rows() const { return observation_.rows; }
  [[nodiscard]] int columns() const { return observation_.columns; }
  /// Returns the number of colours: the numbers are 1 .. colours(); 7 in the contest.
  [[nodiscard]] int colours() const { return observation_.colours; }
  /// Returns how many equal numbers in a row, column or diagonal are at least needed for a line; 5 in the contest.
  [[nodiscard]] int line() const { return observation_.line; }
  /// Returns whether lines formed by falling numbers score; otherwise they are removed without points.
  [[nodiscard]] bool drop_lines_score() const { return observation_.drop_lines_score != 0; }
  /// Returns the maximum number of moves until the match ends.
  [[nodiscard]] int moves_left() const { return observation_.moves_left; }
  /// Returns the points so far.
  [[nodiscard]] int score() const { return observation_.score; }
  /// Returns the numbers that fall after a move without a line, in this order.
  [[nodiscard]] std::span<const std::int8_t> next() const {
    return {observation_.next, static_cast<std::size_t>(observation_.drop)};
  }

  /// Returns the cells where they will fall, unless they are taken by then; nothing if this match does not announce
  /// them. Fewer than next() if fewer cells are empty.
  [[nodiscard]] std::vector<Cell> places() const {
    std::vector<Cell> cells;
    for (std::size_t index = 0; index < next().size() && observation_.places[index] >= 0; ++index)
      cells.push_back({observation_.places[index] / columns(), observation_.places[index] % columns()});
    return cells;
  }
  /// Returns the points for removing `cells` cells at once.
  [[nodiscard]] int points_for(int cells) const {
    return observation_.points == LINEZ_POINTS_LINES98 ? cells * (cells - 4) : 10 + cells * (cells - 5) / 2;
  }

  /// Returns how this match writes a cell as text: true if the letter is the row and the number the column, false for
  /// the reverse.
  [[nodiscard]] bool letter_is_row() const { return observation_.letters == LINEZ_LETTERS_ROWS; }

  /// Returns the number on a cell of the board; 0 if the cell is empty.
  [[nodiscard]] int at(Cell cell) const { return observation_.cells[cell.row * columns() + cell.column]; }

  /// Return all cells with a number, and all without, row by row.
  [[nodiscard]] std::vector<Cell> numbers() const { return cells_with(false); }
  [[nodiscard]] std::vector<Cell> empty() const { return cells_with(true); }

  /// Returns the two to four cells adjacent to a cell.
  [[nodiscard]] std::vector<Cell> neighbours(Cell cell) const {
    std::vector<Cell> cells;
    if (cell.row > 0) cells.push_back({cell.row - 1, cell.column});
    if (cell.row + 1 < rows()) cells.push_back({cell.row + 1, cell.column});
    if (cell.column > 0) cells.push_back({cell.row, cell.column - 1});
    if (cell.column + 1 < columns()) cells.push_back({cell.row, cell.column + 1});
    return cells;
  }

  /// Returns the empty cells that the number on `from` can reach, near ones first.
  [[nodiscard]] std::vector<Cell> reachable(Cell from) const {
    std::vector<Cell> found{from};
    std::vector<bool> seen(static_cast<std::size_t>(rows() * columns()));
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const Cell next : neighbours(found[i])) {
        const auto index = static_cast<std::size_t>(next.row * columns() + next.column);
        if (at(next) != 0 || seen[index]) continue;
        seen[index] = true;
        found.push_back(next);
      }
    }
    found.erase(found.begin());
    return found;
  }

  /// Returns all legal moves. At least one, since the match would be over otherwise.
  [[nodiscard]] std::vector<Move> moves() const {
    std::vector<Move> moves;
    for (const Cell from : numbers()) {
      for (const Cell to : reachable(from)) moves.push_back({from, to});
    }
    return moves;
  }

  [[nodiscard]] const linez_observation& observation() const { return observation_; }

 private:
  [[nodiscard]] std::vector<Cell> cells_with(bool empty) const {
    std::vector<Cell> cells;
    for (int row = 0; row < rows(); ++row) {
      for (int column = 0; column < columns(); ++column) {
        if ((at({row, column}) == 0) == empty) cells.push_back({row, column});
      }
    }
    return cells;
  }

  const linez_observation& observation_;
};

/// A player of Linez.
class Strategy : public agon::FixedStrategy<linez_observation, linez_action> {
 public:
  static constexpr const char* protocol = LINEZ_PROTOCOL;

  /// Returns the move to make.
  virtual Move move(const Position& position) = 0;

 private:
  linez_action decide(const linez_observation& observation) final {
    const Move chosen = move(Position(observation));
    return {chosen.from.row, chosen.from.column, chosen.to.row, chosen.to.column};
  }
};

}  // namespace linez

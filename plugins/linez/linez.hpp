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

/// Takes the number on `from` to the empty cell `to`.
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
  /// The numbers are 1 .. colours(); 7 in the contest.
  [[nodiscard]] int colours() const { return observation_.colours; }
  /// So many equal numbers in a row, column or diagonal, or more, make a line; 5 in the contest.
  [[nodiscard]] int line() const { return observation_.line; }
  /// Whether lines score that falling numbers make; else they are removed without points.
  [[nodiscard]] bool drop_lines_score() const { return observation_.drop_lines_score != 0; }
  /// The match ends after so many moves at the latest.
  [[nodiscard]] int moves_left() const { return observation_.moves_left; }
  /// Points so far.
  [[nodiscard]] int score() const { return observation_.score; }
  /// The numbers that fall after a move without a line, in this order; where they will fall is not known.
  [[nodiscard]] std::span<const std::int8_t> next() const {
    return {observation_.next, static_cast<std::size_t>(observation_.drop)};
  }

  /// How this match writes a cell as text: the letter names the row and the number the column, or the other way round.
  [[nodiscard]] bool letter_is_row() const { return observation_.letters == LINEZ_LETTERS_ROWS; }

  /// The number on a cell of the board; 0: the cell is empty.
  [[nodiscard]] int at(Cell cell) const { return observation_.cells[cell.row * columns() + cell.column]; }

  /// All cells with a number, and all without, row by row.
  [[nodiscard]] std::vector<Cell> numbers() const { return cells_with(false); }
  [[nodiscard]] std::vector<Cell> empty() const { return cells_with(true); }

  /// The two to four cells beside a cell.
  [[nodiscard]] std::vector<Cell> neighbours(Cell cell) const {
    std::vector<Cell> cells;
    if (cell.row > 0) cells.push_back({cell.row - 1, cell.column});
    if (cell.row + 1 < rows()) cells.push_back({cell.row + 1, cell.column});
    if (cell.column > 0) cells.push_back({cell.row, cell.column - 1});
    if (cell.column + 1 < columns()) cells.push_back({cell.row, cell.column + 1});
    return cells;
  }

  /// The empty cells that the number on `from` can go to, near ones first.
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

  /// All legal moves. At least one: else the match would be over.
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

  /// Which number to take where.
  virtual Move move(const Position& position) = 0;

 private:
  linez_action decide(const linez_observation& observation) final {
    const Move chosen = move(Position(observation));
    return {chosen.from.row, chosen.from.column, chosen.to.row, chosen.to.column};
  }
};

}  // namespace linez

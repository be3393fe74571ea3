// tonga/tonga.hpp - the base class of a PseudoTonga strategy.
//
//     class MyBot : public tonga::Strategy {
//       tonga::Cell move(const tonga::Position& position) override { ... }
//     };
//     AGON_STRATEGY(MyBot, .id = "mybot", .version = "1.0.0", .summary = "...")
#pragma once

#include <tonga/tonga.h>

#include <agon/strategy.hpp>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace tonga {

/// A square: row from the top, column from the left, both from 0.
struct Cell {
  int row = 0;
  int column = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

/// The content of a square.
enum class Stone : std::int8_t { none = TONGA_EMPTY, black = TONGA_BLACK, white = TONGA_WHITE };

/// The board as the seat to move sees it. Borrows the observation: valid until move() returns; copy observation() to
/// keep it.
class Position {
 public:
  explicit Position(const tonga_observation& observation) : observation_(observation) {}

  /// Returns the number of rows, and of columns: 4, 6, ..., 16.
  [[nodiscard]] int size() const { return observation_.size; }
  /// Returns the stone on a square of the board.
  [[nodiscard]] Stone at(Cell cell) const {
    return static_cast<Stone>(observation_.cells[cell.row * size() + cell.column]);
  }
  /// Return the colour of the seat to move, and the other colour.
  [[nodiscard]] Stone mine() const { return observation_.seat == 0 ? Stone::black : Stone::white; }
  [[nodiscard]] Stone theirs() const { return observation_.seat == 0 ? Stone::white : Stone::black; }
  /// Returns the other seat's last move; nothing if it has not moved yet.
  [[nodiscard]] std::optional<Cell> last() const {
    if (observation_.last_row < 0) return std::nullopt;
    return Cell{observation_.last_row, observation_.last_column};
  }

  /// Returns all empty squares, row by row.
  [[nodiscard]] std::vector<Cell> empty() const {
    std::vector<Cell> cells;
    for (int row = 0; row < size(); ++row) {
      for (int column = 0; column < size(); ++column) {
        if (at({row, column}) == Stone::none) cells.push_back({row, column});
      }
    }
    return cells;
  }

  /// Returns the number of empty squares.
  [[nodiscard]] int empty_count() const {
    return static_cast<int>(std::count(cells(), cells() + size() * size(), std::int8_t{TONGA_EMPTY}));
  }

  /// Returns the empty square number `index` (0 .. empty_count() - 1), row by row.
  [[nodiscard]] Cell empty_at(int index) const {
    int square = 0;
    for (; index > 0 || cells()[square] != TONGA_EMPTY; ++square) {
      if (cells()[square] == TONGA_EMPTY) --index;
    }
    return {square / size(), square % size()};
  }

  /// Returns the two to four squares adjacent to a square.
  [[nodiscard]] std::vector<Cell> neighbours(Cell cell) const {
    std::vector<Cell> cells;
    if (cell.row > 0) cells.push_back({cell.row - 1, cell.column});
    if (cell.row + 1 < size()) cells.push_back({cell.row + 1, cell.column});
    if (cell.column > 0) cells.push_back({cell.row, cell.column - 1});
    if (cell.column + 1 < size()) cells.push_back({cell.row, cell.column + 1});
    return cells;
  }

  [[nodiscard]] const tonga_observation& observation() const { return observation_; }

 private:
  [[nodiscard]] const std::int8_t* cells() const { return observation_.cells; }

  const tonga_observation& observation_;
};

/// A player of PseudoTonga.
class Strategy : public agon::FixedStrategy<tonga_observation, tonga_action> {
 public:
  static constexpr const char* protocol = TONGA_PROTOCOL;

  /// Returns the empty square for the next stone.
  virtual Cell move(const Position& position) = 0;

 private:
  tonga_action decide(const tonga_observation& observation) final {
    const Cell cell = move(Position(observation));
    return {cell.row, cell.column};
  }
};

}  // namespace tonga

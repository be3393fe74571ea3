// chesspuzzle/chesspuzzle.hpp - the base class of a ChessPuzzle strategy.
//
//     class MyBot : public chesspuzzle::Strategy {
//       chesspuzzle::Cell click(const chesspuzzle::Position& position) override {
//         return position.legal().front();
//       }
//     };
//     AGON_STRATEGY(MyBot, .id = "mybot", .version = "1.0.0", .summary = "...")
#pragma once

#include <chesspuzzle/chesspuzzle.h>

#include <agon/strategy.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace chesspuzzle {

/// A cell: row from the top, column from the left, both from 0.
struct Cell {
  int row = 0;
  int column = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

enum class Tile : std::int8_t {
  none = CHESSPUZZLE_NONE,  // an exhausted cell
  one = CHESSPUZZLE_ONE,
  two = CHESSPUZZLE_TWO,
  three = CHESSPUZZLE_THREE,
  four = CHESSPUZZLE_FOUR,
  knight = CHESSPUZZLE_KNIGHT,
  bishop = CHESSPUZZLE_BISHOP,
  rook = CHESSPUZZLE_ROOK,
  queen = CHESSPUZZLE_QUEEN
};

/// Returns the tile in the contest's notation: '1' to '4', 'K' (a knight), 'B', 'R' or 'Q'; '-' for none.
constexpr char glyph(Tile tile) {
  return std::string_view("-1234KBRQ")[static_cast<std::size_t>(tile)];
}

/// The board as the seat sees it. Borrows the observation: valid until click() returns; copy observation() to keep it.
class Position {
 public:
  explicit Position(const chesspuzzle_observation& observation) : observation_(observation) {}

  /// 6 .. 15 each.
  [[nodiscard]] int rows() const { return observation_.rows; }
  [[nodiscard]] int columns() const { return observation_.columns; }
  /// Returns the number of tiles in each cell before the first click: 1 .. 10.
  [[nodiscard]] int depth() const { return observation_.depth; }
  /// Returns the number of clicks so far. The final score is this number divided by rows() * columns() * depth().
  [[nodiscard]] int clicks() const { return observation_.clicks; }

  [[nodiscard]] bool inside(Cell cell) const {
    return cell.row >= 0 && cell.column >= 0 && cell.row < rows() && cell.column < columns();
  }
  /// Returns the number of a cell of the board, row by row: 0 .. rows() * columns() - 1.
  [[nodiscard]] std::size_t index(Cell cell) const {
    return static_cast<std::size_t>(cell.row * columns() + cell.column);
  }
  /// Returns the visible tile of a cell of the board; Tile::none if the cell is exhausted.
  [[nodiscard]] Tile top(Cell cell) const { return static_cast<Tile>(observation_.top[index(cell)]); }
  /// Returns how many tiles a cell of the board still has, including the visible one.
  [[nodiscard]] int left(Cell cell) const { return observation_.left[index(cell)]; }

  /// Returns the cell clicked last; nothing before the first click.
  [[nodiscard]] std::optional<Cell> last() const {
    if (observation_.last_row < 0) return std::nullopt;
    return Cell{observation_.last_row, observation_.last_column};
  }
  /// Returns the tile that the last click removed; Tile::none before the first click.
  [[nodiscard]] Tile removed() const { return static_cast<Tile>(observation_.removed); }

  /// Returns all cells that still have tiles, row by row.
  [[nodiscard]] std::vector<Cell> stocked() const {
    std::vector<Cell> cells;
    cells.reserve(static_cast<std::size_t>(rows() * columns()));
    for (int row = 0; row < rows(); ++row) {
      for (int column = 0; column < columns(); ++column) {
        if (left({row, column}) > 0) cells.push_back({row, column});
      }
    }
    return cells;
  }

  /// Returns the cells that would be legal after removing `tile` from a cell of the board: at most 8, without exhausted
  /// ones.
  [[nodiscard]] std::vector<Cell> reach(Cell from, Tile tile) const {
    std::vector<Cell> cells;
    cells.reserve(8);
    const auto add = [&](int down, int right) {
      const Cell cell = {from.row + down, from.column + right};
      if (inside(cell) && left(cell) > 0) cells.push_back(cell);
    };
    if (tile == Tile::knight) {
      for (const int two : {-2, 2}) {
        for (const int one : {-1, 1}) {
          add(two, one);
          add(one, two);
        }
      }
      return cells;
    }
    for (int down = -1; down <= 1; ++down) {
      for (int right = -1; right <= 1; ++right) {
        if (!goes(tile, down, right)) continue;
        const int distance = tile <= Tile::four ? static_cast<int>(tile) : distance_to_edge(from, down, right);
        if (distance > 0) add(distance * down, distance * right);
      }
    }
    return cells;
  }

  /// Returns the legal cells; not empty when a strategy is called.
  [[nodiscard]] std::vector<Cell> legal() const {
    const auto from = last();
    return from ? reach(*from, removed()) : stocked();
  }

  [[nodiscard]] const chesspuzzle_observation& observation() const { return observation_; }

 private:
  /// Returns whether a tile other than the knight moves in that direction.
  static bool goes(Tile tile, int down, int right) {
    if (down == 0 && right == 0) return false;
    const bool diagonal = down != 0 && right != 0;
    return diagonal ? tile != Tile::rook : tile != Tile::bishop;
  }

  /// Returns how many cells of the board follow `from` in a direction.
  [[nodiscard]] int distance_to_edge(Cell from, int down, int right) const {
    int distance = 0;
    while (inside({from.row + (distance + 1) * down, from.column + (distance + 1) * right})) ++distance;
    return distance;
  }

  const chesspuzzle_observation& observation_;
};

/// A player of ChessPuzzle.
class Strategy : public agon::FixedStrategy<chesspuzzle_observation, chesspuzzle_action> {
 public:
  static constexpr const char* protocol = CHESSPUZZLE_PROTOCOL;

  /// Returns the cell to click: one of position.legal().
  virtual Cell click(const Position& position) = 0;

 private:
  chesspuzzle_action decide(const chesspuzzle_observation& observation) final {
    const Cell cell = click(Position(observation));
    return {cell.row, cell.column};
  }
};

}  // namespace chesspuzzle

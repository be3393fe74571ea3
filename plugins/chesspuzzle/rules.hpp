// The rules of ChessPuzzle as a plain library: stacks of tiles, and the cells that may be clicked.
//
// A click removes the top tile of a cell. The removed tile determines the next legal cells, relative to that cell. A
// number: at exactly that distance along row, column or diagonal. A knight: a knight's move away. A bishop, rook or
// queen: the farthest cell of the board in one of its directions, regardless of the cells in between. Cells without
// tiles are never legal. Source: the statement of ChessPuzzle (TopCoder, NSA marathon event 2, 2009).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace chesspuzzle {

inline constexpr int min_side = 6;
inline constexpr int max_side = 15;
inline constexpr int max_depth = 10;
inline constexpr int max_cells = max_side * max_side;

/// The kind of a tile; `none` if a stack is exhausted.
enum class Kind : std::int8_t { none, one, two, three, four, knight, bishop, rook, queen };

inline constexpr int tile_kinds = 8;  // without none

/// Returns '1' to '4', 'K' (a knight: the contest has no king), 'B', 'R' or 'Q'; '-' for none.
constexpr char glyph(Kind kind) {
  return std::string_view("-1234KBRQ")[static_cast<std::size_t>(kind)];
}

/// All tiles of a board before the first click.
struct Stacks {
  int rows = 0;     // 1 .. max_side
  int columns = 0;  // 1 .. max_side
  int depth = 0;    // 1 .. max_depth: tiles of each cell
  /// rows * columns * depth tiles, none of them Kind::none: ordered by row, then by cell, then from the bottom up.
  std::vector<Kind> tiles;
};

/// Tiles and clicks before a position.
struct Progress {
  std::array<std::int8_t, max_cells> left{};  // tiles in each cell
  int clicks = 0;
  int last = -1;              // the cell clicked last; -1: none was
  Kind removed = Kind::none;  // the tile that this removed
};

/// A board in play. Cells are numbered row by row: row * columns + column.
class Board {
 public:
  explicit Board(Stacks stacks);
  /// One on which clicks were made. Tiles that are gone can have any kind.
  Board(Stacks stacks, const Progress& progress);

  [[nodiscard]] int rows() const { return stacks_.rows; }
  [[nodiscard]] int columns() const { return stacks_.columns; }
  [[nodiscard]] int depth() const { return stacks_.depth; }
  [[nodiscard]] int cells() const { return rows() * columns(); }
  /// Returns the number of tiles before the first click.
  [[nodiscard]] int tiles() const { return cells() * depth(); }

  /// Returns how many tiles a cell still has: 0 .. depth.
  [[nodiscard]] int left(int cell) const { return left_[static_cast<std::size_t>(cell)]; }
  /// Returns the visible tile of a cell.
  [[nodiscard]] Kind top(int cell) const;

  [[nodiscard]] int clicks() const { return clicks_; }
  /// Return the cell clicked last (-1 before the first click), and the tile removed by that click.
  [[nodiscard]] int last() const { return last_; }
  [[nodiscard]] Kind removed() const { return removed_; }

  /// Returns the legal cells in no particular order; if there are none, the match is over. Before the first click,
  /// every cell is legal, later at most 8. Valid until the next click.
  [[nodiscard]] std::span<const std::int16_t> legal() const {
    return {legal_.data(), static_cast<std::size_t>(legal_count_)};
  }
  [[nodiscard]] bool legal(int cell) const;
  [[nodiscard]] bool over() const { return legal_count_ == 0; }

  /// Removes the top tile of a legal cell.
  void click(int cell);

  /// Covers other tiles: all but the visible ones become what draw() gives, cell by cell, in a cell from the bottom up.
  template <class Draw>
  void redraw(Draw&& draw) {
    for (int cell = 0; cell < cells(); ++cell) {
      for (int height = 0; height < left(cell) - 1; ++height)
        stacks_.tiles[static_cast<std::size_t>(cell * depth() + height)] = draw();
    }
  }

 private:
  /// Sets legal_ according to the removed tile and the cell clicked last.
  void find_legal();
  void add_if_legal(int row, int column);

  Stacks stacks_;
  int clicks_ = 0;
  int last_ = -1;
  Kind removed_ = Kind::none;
  int legal_count_ = 0;
  std::array<std::int16_t, max_cells> legal_{};
  std::array<std::int8_t, max_cells> left_{};
};

}  // namespace chesspuzzle

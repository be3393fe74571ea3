// The rules of Polyominoes as a plain library: the growth of tiles, the board on which they are placed, and the score.
//
// Squares are relative to the upper left corner, from 0: x to the right, y down. Source: the statement of Polyominoes
// (TopCoder, Intel multi-threading competition 9, 2006).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace polyomino {

inline constexpr int max_side = 200;  // of the board, squares
inline constexpr int min_size = 3;    // of a tile, squares
inline constexpr int max_size = 1000;
inline constexpr int max_tiles = 10000;  // requested in one match

struct Cell {
  std::int16_t x = 0;
  std::int16_t y = 0;
  friend bool operator==(Cell, Cell) = default;
};

/// Returns the new position of a shape's square when the shape of `width` x `height` squares is turned by rotation * 90
/// degrees counter-clockwise; rotation 0 .. 3. Both positions are relative to the upper left corner of the bounding
/// box.
[[nodiscard]] constexpr Cell turned(Cell cell, int width, int height, int rotation) {
  const int right = width - 1 - cell.x;
  const int below = height - 1 - cell.y;
  switch (rotation) {
    case 1:
      return {cell.y, static_cast<std::int16_t>(right)};
    case 2:
      return {static_cast<std::int16_t>(right), static_cast<std::int16_t>(below)};
    case 3:
      return {static_cast<std::int16_t>(below), cell.x};
    default:
      return cell;
  }
}

/// A tile's shape in its smallest bounding box.
struct Shape {
  int width = 0;
  int height = 0;
  std::vector<Cell> cells;  // row by row, each row from the left
};

/// Returns the shape of `cells`, at any position; at least one cell, all different.
[[nodiscard]] Shape boxed(std::span<const Cell> cells);

/// Grows tiles on an unbounded plane: from one square, by adding, again and again, a square drawn uniformly from all
/// empty squares that are adjacent to the shape. An object is worth keeping: its memory serves the next tile. A copy
/// has memory of its own.
class Grower {
 public:
  Grower() = default;
  Grower(const Grower& /*other*/) {}
  Grower& operator=(const Grower& /*other*/) { return *this; }  // NOLINT(bugprone-unhandled-self-assignment)
  ~Grower() = default;

  /// The squares in the order in which they came, the first being (0, 0): the first k of them are a tile of size k,
  /// grown just so. size 1 .. max_size; draw(bound) gives a number uniform over 0 .. bound - 1 and is called size - 1
  /// times. Valid until the next call.
  template <class Draw>
  std::span<const Cell> grow(int size, Draw&& draw) {
    begin(size);
    while (cells_.size() < static_cast<std::size_t>(size)) {
      const auto at = static_cast<std::size_t>(draw(static_cast<std::uint64_t>(border_.size())));
      const Cell next = border_[at];
      border_[at] = border_.back();
      border_.pop_back();
      add(next);
    }
    end();
    return cells_;
  }

 private:
  void begin(int size);
  void end();
  /// Adds a cell to the shape, and its empty neighbours to the border, in the order above, left, right, below.
  void add(Cell cell);
  [[nodiscard]] std::uint8_t& known(int x, int y) {
    return known_[static_cast<std::size_t>((y + reach_) * (2 * reach_ + 1) + x + reach_)];
  }

  int reach_ = 0;                    // known_ spans -reach_ .. reach_ on both axes
  std::vector<std::uint8_t> known_;  // 1: in the shape or in the border; all 0 between two tiles
  std::vector<Cell> cells_;
  std::vector<Cell> border_;  // empty squares adjacent to the shape
};

/// The content of a square of the board: a tile's index, or one of these.
inline constexpr std::int16_t free_square = -1;
inline constexpr std::int16_t covered_square = -2;

/// A tile that was requested.
struct TileRecord {
  int size = 0;
  int width = 0;  // of its bounding box, rotation 0
  int height = 0;
  std::size_t first_cell = 0;  // index of its shape's first cell in Match::cells()
  bool placed = false;
  int x = 0;  // if placed: the upper left corner of its bounding box after rotation
  int y = 0;
  int rotation = 0;
};

/// Whether an action is legal, or why not.
enum class Verdict {
  legal,
  bad_size,        // no tile can have this number of squares
  no_more_tiles,   // max_tiles have been requested
  bad_index,       // no tile with this index was requested
  placed_already,  // the tile is already placed
  bad_rotation,    // not 0 .. 3
  off_board,       // part of it would be outside
  overlap          // part of it would be on a square that is not free
};

/// One match: the board, the tiles and the points.
class Match {
 public:
  /// `covered` has height rows of `width` squares: true if the square is covered. Sides 1 .. max_side.
  Match(int width, int height, const std::vector<bool>& covered);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  /// Returns the content of each square: a tile's index, free_square or covered_square; (x, y) is number y * width() +
  /// x.
  [[nodiscard]] std::span<const std::int16_t> squares() const { return squares_; }
  [[nodiscard]] std::int16_t at(int x, int y) const { return squares_[static_cast<std::size_t>(y * width_ + x)]; }
  [[nodiscard]] bool free(int x, int y) const { return at(x, y) == free_square; }
  /// How many squares are free now.
  [[nodiscard]] int free_squares() const { return free_; }

  /// Returns the tiles in the order of the requests.
  [[nodiscard]] std::span<const TileRecord> tiles() const { return tiles_; }
  /// Returns all tiles' shapes; those of tile t are t.size cells from t.first_cell on.
  [[nodiscard]] std::span<const Cell> cells() const { return cells_; }
  [[nodiscard]] std::span<const Cell> cells(const TileRecord& tile) const {
    return cells().subspan(tile.first_cell, static_cast<std::size_t>(tile.size));
  }

  /// Returns whether a tile of that size may be requested.
  [[nodiscard]] Verdict check_request(int size) const;
  /// Adds a tile; its index is the previous number of tiles. check_request() of its size must be legal.
  void request(const Shape& shape);

  [[nodiscard]] Verdict check_placement(int index, int x, int y, int rotation) const;
  /// Places a tile if that is legal; otherwise changes nothing.
  Verdict place(int index, int x, int y, int rotation);

  /// Returns the sum of size^2 over the tiles placed.
  [[nodiscard]] std::int64_t points() const { return points_; }
  /// Returns the sum of size^2 over the tiles requested and not placed.
  [[nodiscard]] std::int64_t held_cost() const { return held_cost_; }
  /// Returns the score if the match ends now.
  [[nodiscard]] std::int64_t score() const { return points_ > held_cost_ ? points_ - held_cost_ : 0; }

 private:
  int width_;
  int height_;
  int free_ = 0;
  std::vector<std::int16_t> squares_;
  std::vector<TileRecord> tiles_;
  std::vector<Cell> cells_;
  std::int64_t points_ = 0;
  std::int64_t held_cost_ = 0;
};

}  // namespace polyomino

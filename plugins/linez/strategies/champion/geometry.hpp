// The geometry of a board of 9 x 9 cells: its lines, the cells around a cell, and sets of cells.
//
// Smaller boards are played in its upper left corner; the cells outside them are walls.
#pragma once

#include <cstdint>

namespace linez::champion {

inline constexpr int side = 9;
inline constexpr int cells = side * side;
inline constexpr int max_colours = 7;
inline constexpr int line_length = 5;

/// What a cell holds: 0 for nothing, a colour from 1, or a wall.
using Content = std::uint8_t;
inline constexpr Content wall = max_colours + 1;

/// An array with an int as index, so that indices need no casts.
template <class Value, int size_>
struct Table {
  static constexpr int size = size_;
  Value values[static_cast<unsigned>(size_)];
  constexpr Value& operator[](int index) { return values[index]; }
  constexpr const Value& operator[](int index) const { return values[index]; }
};

/// A set of cells, one bit each: row * side + column.
__extension__ using Cells = unsigned __int128;

constexpr Cells bit(int cell) {
  return Cells{1} << cell;
}
inline int lowest(Cells set) {
  const auto low = static_cast<std::uint64_t>(set);
  return low != 0 ? __builtin_ctzll(low) : 64 + __builtin_ctzll(static_cast<std::uint64_t>(set >> 64));
}
inline int count(Cells set) {
  return __builtin_popcountll(static_cast<std::uint64_t>(set)) +
         __builtin_popcountll(static_cast<std::uint64_t>(set >> 64));
}

/// How many bits a mask of a line's cells has.
inline constexpr auto bit_counts = [] {
  Table<std::uint8_t, 512> table{};
  for (int mask = 1; mask < 512; ++mask) table[mask] = static_cast<std::uint8_t>(table[mask / 2] + mask % 2);
  return table;
}();

/// Powers of 3.
inline constexpr Table<int, 10> power = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683};

/// Reads the bits of an index, 0 .. 511, as digits of base 3.
inline constexpr auto ternary = [] {
  Table<std::uint16_t, 512> table{};
  for (int bits = 0; bits < 512; ++bits)
    for (int place = 0; place < side; ++place)
      if ((bits >> place & 1) != 0) table[bits] = static_cast<std::uint16_t>(table[bits] + power[place]);
  return table;
}();

/// A whole row, column or diagonal that has room for a line.
struct Line {
  int size = 0;
  Table<std::uint8_t, side> cells{};
};
inline constexpr int line_count = 36;

/// One of the lines through a cell, and the place of the cell in it.
struct Member {
  std::uint8_t line = 0;
  std::uint8_t place = 0;
};

/// The eight cells around a cell: four beside it, then four at its corners. `cells` stands for those off the board.
inline constexpr Table<int, 8> around_rows = {-1, 0, 0, 1, -1, -1, 1, 1};
inline constexpr Table<int, 8> around_columns = {0, -1, 1, 0, -1, 1, -1, 1};
/// From a neighbour's view: the direction back.
inline constexpr Table<int, 8> opposite = {3, 2, 1, 0, 7, 6, 5, 4};

struct Geometry {
  Table<Line, line_count> all{};
  Table<Table<Member, 4>, cells> through{};
  Table<int, cells> through_count{};
  Table<std::uint64_t, cells> lines_of{};  // the same lines as a mask
  Table<Table<std::uint8_t, 8>, cells> around{};
  Table<Table<std::uint8_t, cells>, cells> shared{};      // the line that holds both cells; line_count: none
  Table<Table<std::uint8_t, cells>, line_count> place{};  // of a cell in a line that holds it
  Table<std::uint8_t, cells> off_board{};  // the directions around a cell that lead off the board, as a mask
  Cells board = 0;
  Cells first_column = 0;
  Cells last_column = 0;
};
extern const Geometry geometry;

/// The set with all cells beside its own.
inline Cells grown(Cells set) {
  return set | ((set & ~geometry.last_column) << 1) | ((set & ~geometry.first_column) >> 1) | set << side | set >> side;
}

/// The cells of `within` that paths in it join to those of `start`, which lies within it.
inline Cells flooded(Cells start, Cells within) {
  for (;;) {
    const Cells more = grown(start) & within;
    if (more == start) return start;
    start = more;
  }
}

}  // namespace linez::champion

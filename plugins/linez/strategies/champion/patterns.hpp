// Patterns of six cells: rows, and blocks of 2 x 3.
//
// The class of a pattern's content tells which cells are empty, which hold equal colours, and which of these colours
// are announced. It does not tell the colours themselves. Mirror images are in the same class.
#pragma once

#include "board.hpp"

#include <cstdint>
#include <vector>

namespace linez::champion {

inline constexpr int pattern_size = 6;
/// 104 rows come first, then 112 blocks.
inline constexpr int row_pattern_count = 104;
inline constexpr int pattern_count = 216;
/// 0: rows, 1: blocks.
inline constexpr int pattern_kinds = 2;
constexpr int kind_of(int pattern) {
  return pattern < row_pattern_count ? 0 : 1;
}
/// An upper bound for the classes of a kind.
inline constexpr int pattern_classes = 4096;
/// If more colours than these are announced, the others count as not announced.
inline constexpr int most_announced = 3;

struct PatternMember {
  std::uint8_t pattern = 0;
  std::uint8_t shift = 0;  // of the cell's label in the pattern's code
};

/// All patterns of the board, and the class of each code. A code has three bits for each cell: 0 if it is empty,
/// otherwise the label of its colour. Built once.
struct Patterns {
  Patterns();
  Table<Table<std::uint8_t, pattern_size>, pattern_count> all;  // their cells
  Table<std::vector<PatternMember>, cells> through;             // the patterns that contain a cell
  /// By the number of announced colours, kind and code. Takes 4 MiB.
  Table<Table<std::vector<std::uint16_t>, pattern_kinds>, most_announced + 1> classes;
};
const Patterns& patterns();

/// The codes of a board's patterns. Colours have labels from 1, the announced ones first.
struct PatternCodes {
  explicit PatternCodes(const Board& board);
  Table<std::int32_t, pattern_count> code{};     // -1: the pattern contains a wall
  Table<std::uint8_t, max_colours + 1> label{};  // by colour
  int announced = 0;                             // colours
  /// Returns the classes of the codes of a kind.
  [[nodiscard]] const std::uint16_t* classes(int kind) const { return patterns().classes[announced][kind].data(); }
};

}  // namespace linez::champion

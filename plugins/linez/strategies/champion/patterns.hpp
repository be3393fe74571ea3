// Patterns of six cells, in a row or in a block of 2 x 3, by which of their cells are equal.
//
// A pattern's content is known by its class: which cells are empty, which hold equal colours, and which of these
// colours are announced. Which colours they are does not matter. Mirror images are one class.
#pragma once

#include "board.hpp"

#include <cstdint>
#include <vector>

namespace linez::champion {

inline constexpr int pattern_size = 6;
/// 104 rows of six, then 112 blocks.
inline constexpr int row_pattern_count = 104;
inline constexpr int pattern_count = 216;
/// So many classes there are at most, of rows and of blocks.
inline constexpr int pattern_classes = 4096;
/// Of more colours than these it is not told whether they are announced.
inline constexpr int most_announced = 3;

struct PatternMember {
  std::uint8_t pattern = 0;
  std::uint8_t shift = 0;  // of the cell's label in the pattern's code
};

/// Which patterns there are, and the classes of their codes. A code has three bits for each cell: 0 if it is empty,
/// otherwise the label of its colour.
struct Patterns {
  Patterns();
  Table<Table<std::uint8_t, pattern_size>, pattern_count> all;
  Table<std::vector<PatternMember>, cells> through;
  /// By how many colours are announced, and whether it is a block: the classes of all codes.
  Table<Table<std::vector<std::uint16_t>, 2>, most_announced + 1> classes;
};
const Patterns& patterns();

/// The codes of a board's patterns. Colours are labelled from 1, the announced ones first.
struct PatternCodes {
  explicit PatternCodes(const Board& board);
  Table<std::int32_t, pattern_count> code{};  // -1: a wall is in it
  Table<std::uint8_t, max_colours + 2> label{};
  int announced = 0;
  [[nodiscard]] const std::uint16_t* classes(int pattern) const {
    return patterns().classes[announced][pattern < row_pattern_count ? 0 : 1].data();
  }
};

}  // namespace linez::champion

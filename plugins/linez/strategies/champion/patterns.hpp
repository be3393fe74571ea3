// Patterns of six cells: rows, and blocks of 2 x 3.
//
// The class of a pattern's content tells which cells are empty, which hold equal colours, and which of these colours
// are announced. It does not tell the colours themselves. Mirror images are in the same class.
#pragma once

#include "board.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
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

/// A pattern that contains two cells.
struct PatternPair {
  std::uint8_t pattern = 0;
  std::uint8_t first = 0;  // the shifts of their labels
  std::uint8_t second = 0;
};

/// Where a pattern's code is read: from the labels of one line, or three each from those of two.
struct PatternPlace {
  std::uint8_t line = 0;
  std::uint8_t other = 0;
  std::uint8_t shift = 0;
};

/// All patterns of the board, and the class of each code. A code has three bits for each cell: 0 if it is empty,
/// otherwise the label of its colour. Labels count from 1, those of the announced colours first. Built once.
struct Patterns {
  Patterns();
  Table<Table<std::uint8_t, pattern_size>, pattern_count> all;  // their cells
  Table<PatternPlace, pattern_count> place{};
  /// Those that contain two cells, or twice the same, begin at pairs_at[first * cells + second] and end where the next
  /// cells' begin.
  [[nodiscard]] std::span<const PatternPair> both(int first, int second) const {
    const auto at = static_cast<std::size_t>(first * cells + second);
    return {pairs.data() + pairs_at[at], pairs.data() + pairs_at[at + 1]};
  }
  std::vector<PatternPair> pairs;
  std::vector<std::uint16_t> pairs_at;
  /// By the number of announced colours, kind and code. Takes 4 MiB.
  Table<Table<std::vector<std::uint16_t>, pattern_kinds>, most_announced + 1> classes;
};
const Patterns& patterns();

}  // namespace linez::champion

// What a seat knows of the board.
#pragma once

#include <chesspuzzle/rules.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace chesspuzzle::champion {

/// By cell.
struct Known {
  std::array<std::int8_t, max_cells> left{};  // tiles
  std::array<Kind, max_cells> top{};          // Kind::none: exhausted
  int last = -1;                              // the cell clicked last; -1: none was
  Kind removed = Kind::none;                  // the tile that this removed
};

/// Returns how many tiles are left.
inline int tiles_left(const Known& known) {
  int sum = 0;
  for (const std::int8_t left : known.left) sum += left;
  return sum;
}

/// Returns how many of them are hidden.
inline int tiles_hidden(const Known& known) {
  int sum = 0;
  for (const std::int8_t left : known.left) sum += std::max(0, left - 1);
  return sum;
}

}  // namespace chesspuzzle::champion

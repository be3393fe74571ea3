// What a seat knows of the board.
#pragma once

#include <chesspuzzle/rules.hpp>

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

}  // namespace chesspuzzle::champion

// Random full boards.
#pragma once

#include "stones.hpp"

#include <agon/random.hpp>
#include <cstddef>
#include <utility>

namespace tonga::search {

/// Fills the board after `stones`, half with each colour, all ways alike; returns Black's squares. Of an odd number of
/// empty squares White gets one more, since White moves last on a board of even size. `squares`: the empty ones, in any
/// order; they are shuffled.
inline Rows random_fill(const Stones& stones, Squares& squares, agon::QuickRandom& random) {
  Rows black = stones.of(0);
  const auto count = static_cast<std::size_t>(squares.count);
  for (std::size_t i = 0; i < count / 2; ++i) {
    std::swap(squares.list[i], squares.list[i + random.below(count - i)]);
    insert(black, squares.list[i]);
  }
  return black;
}

}  // namespace tonga::search

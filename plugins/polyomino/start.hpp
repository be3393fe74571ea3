// How a match begins: what the seed and the parameters make of it.
#pragma once

#include "board_text.hpp"

#include <agon/game.hpp>
#include <cstdint>

namespace polyomino {

struct Start {
  Board board;
  std::uint64_t tile_seed = 0;  // see tile_seed_of()
};

/// Draws the match from the setup's seed, puts what was set in place of what was drawn, and settles the parameters
/// width, height and covered, and board where one was given (by file too). Throws agon::BadSetting.
[[nodiscard]] Start start_of(agon::Setup& setup);

/// The seed of the random numbers that the tile number `index` (from 0) grows by: one stream for each index, so that
/// what a strategy gets does not depend on which sizes it asked for before, and a larger tile of the same index is a
/// smaller one grown on. It is the (index + 1)-th output of SplitMix64 started at `tile_seed` (Steele, Lea, Flood
/// 2014).
[[nodiscard]] std::uint64_t tile_seed_of(std::uint64_t tile_seed, int index);

}  // namespace polyomino

// Creates the start of a match from the seed and the parameters.
#pragma once

#include "board_text.hpp"

#include <agon/game.hpp>
#include <cstdint>

namespace polyomino {

struct Start {
  Board board;
  std::uint64_t tile_seed = 0;  // see tile_seed_of()
};

/// Draws the match from the setup's seed, replaces drawn values by those that were set, and sets the parameters width,
/// height and covered, and also board if one was given (or a file). Throws agon::BadSetting.
[[nodiscard]] Start start_of(agon::Setup& setup);

/// Returns the seed of the random numbers for growing tile number `index` (from 0). Each index has a separate stream.
/// So a tile does not depend on the sizes requested before, and a larger tile of the same index is a smaller one grown
/// further. It is the (index + 1)-th output of SplitMix64 started at `tile_seed` (Steele, Lea, Flood 2014).
[[nodiscard]] std::uint64_t tile_seed_of(std::uint64_t tile_seed, int index);

}  // namespace polyomino

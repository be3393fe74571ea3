#include "contest_board.hpp"

namespace chesspuzzle {

Sizes draw_sizes(JavaRandom& random) {
  constexpr int sides = max_side - min_side + 1;
  Sizes sizes;
  sizes.rows = min_side + random.next_int(sides);
  sizes.columns = min_side + random.next_int(sides);
  sizes.depth = 1 + random.next_int(max_depth);
  return sizes;
}

Stacks draw_stacks(JavaRandom& random, const Sizes& sizes) {
  Stacks stacks{sizes.rows, sizes.columns, sizes.depth, {}};
  stacks.tiles.resize(static_cast<std::size_t>(sizes.rows * sizes.columns * sizes.depth));
  for (Kind& tile : stacks.tiles) tile = static_cast<Kind>(1 + random.next_int(tile_kinds));
  return stacks;
}

}  // namespace chesspuzzle

// The boards of the contest's tests: a seed determines the sizes, and then the tiles.
#pragma once

#include "java_random.hpp"
#include "rules.hpp"

namespace chesspuzzle {

struct Sizes {
  int rows = 0;     // 6 .. 15
  int columns = 0;  // 6 .. 15
  int depth = 0;    // 1 .. 10
};

/// Draws the sizes of the contest's test: the seed's first three numbers.
Sizes draw_sizes(JavaRandom& random);

/// Draws the tiles from the following numbers, in the order of Stacks. With the drawn sizes, this is the contest's
/// board; with other sizes, it is the same sequence of tiles on a board of these sizes.
Stacks draw_stacks(JavaRandom& random, const Sizes& sizes);

}  // namespace chesspuzzle

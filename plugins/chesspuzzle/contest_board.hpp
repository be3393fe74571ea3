// The boards of the contest's tests: how a seed gives the sizes, and then the tiles.
#pragma once

#include "java_random.hpp"
#include "rules.hpp"

namespace chesspuzzle {

struct Sizes {
  int rows = 0;     // 6 .. 15
  int columns = 0;  // 6 .. 15
  int depth = 0;    // 1 .. 10
};

/// The sizes of the contest's test: the first three numbers that its seed gives.
Sizes draw_sizes(JavaRandom& random);

/// The tiles, drawn next, in the order of Stacks. With the sizes that were drawn this is the contest's board; with
/// others it is the same sequence of tiles, on a board of these sizes.
Stacks draw_stacks(JavaRandom& random, const Sizes& sizes);

}  // namespace chesspuzzle

#include "graph.hpp"

#include <algorithm>

namespace chesspuzzle::champion {

Graph::Graph(int rows, int columns)
    : columns_(columns), cells_(rows * columns), targets_(static_cast<std::size_t>(rows * columns * tile_kinds)) {
  Stacks stacks{rows, columns, 1, {}};
  for (int kind = 1; kind <= tile_kinds; ++kind) {
    stacks.tiles.assign(static_cast<std::size_t>(cells_), static_cast<Kind>(kind));
    for (int cell = 0; cell < cells_; ++cell) {
      Board board(stacks);
      board.click(cell);
      Targets& targets = targets_[static_cast<std::size_t>(cell * tile_kinds + kind - 1)];
      targets.count = board.legal().size();
      std::ranges::transform(board.legal(), targets.cells.begin(),
                             [](std::int16_t target) { return static_cast<std::uint8_t>(target); });
    }
  }
}

}  // namespace chesspuzzle::champion

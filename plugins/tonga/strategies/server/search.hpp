// The three-ply minimax search of the contest's own opponent.
//
// It places a stone, the other seat answers, and it places a second stone. The value of the resulting board (or of an
// earlier one, if the board is full) is the lead in worth of isles (isles.hpp). The other seat minimises it, and the
// second stone maximises it.
#pragma once

#include "../../rules.hpp"
#include "isles.hpp"

#include <vector>

namespace tonga {

struct Verdict {
  Worth value = 0;           // of the best first moves
  std::vector<int> squares;  // all best first moves, in ascending order
};

/// Returns all best first moves of `mover`. The board must have at least one empty square; it may be either seat's
/// turn.
Verdict best_squares(const Board& board, Colour mover, Perimeter perimeter);

}  // namespace tonga

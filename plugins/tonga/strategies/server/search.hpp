// The three-ply minimax of the contest's own opponent.
//
// It puts a stone down, the other answers, it puts a second stone down; the board after that (or after fewer moves,
// when it fills) is worth the lead in worth of isles (isles.hpp). The other's answer makes the least of it, its own
// second stone the most.
#pragma once

#include "../../rules.hpp"
#include "isles.hpp"

#include <vector>

namespace tonga {

struct Verdict {
  Worth value = 0;           // what the best first moves lead to
  std::vector<int> squares;  // all of them, in ascending order
};

/// All first moves of `mover` that are best. The board has at least one empty square; it may be anyone's turn on it.
Verdict best_squares(const Board& board, Colour mover, Perimeter perimeter);

}  // namespace tonga

// What an optimal seat does where no tables can be made: it tries every sequence of a few moves, as if the match ended
// after them.
#pragma once

#include <inc/solver/induction.hpp>

#include <cstdint>

namespace inc {

/// How many turns to look ahead, and what that takes in steps of about a nanosecond.
struct Depth {
  int turns = 1;
  std::int64_t steps = 0;
};

/// How many turns can be looked ahead within so many steps, at least 1 and at most as many as are left.
Depth depth_within(const Situation& situation, std::int64_t steps);

/// The number of the mover's best move if the match ended after `depth` turns (at least 1, at most those left), all
/// seats playing as well as they can. Exact if depth is the number of turns left.
int best_within(const Situation& situation, int depth);

}  // namespace inc

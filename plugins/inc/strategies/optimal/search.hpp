// The search of an optimal seat if no tables can be computed: it tries all sequences of a few moves, as if the match
// ended after them.
#pragma once

#include <inc/solver/induction.hpp>

#include <cstdint>

namespace inc {

/// A number of turns to look ahead, and its cost in steps of about 1 ns.
struct Depth {
  int turns = 1;
  std::int64_t steps = 0;
};

/// Returns how many turns can be searched with this number of steps, at least 1 and at most all that are left.
Depth depth_within(const Situation& situation, std::int64_t steps);

/// A move and the points at the resulting end.
struct Choice {
  int move = 0;
  rules::Points end{};
};

/// Returns the mover's best move if the match ended after `depth` turns (at least 1, at most those left) and all seats
/// play optimally. Exact if depth is the number of turns left.
Choice best_within(const Situation& situation, int depth);

}  // namespace inc

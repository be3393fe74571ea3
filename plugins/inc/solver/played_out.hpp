// Computes the end of a solved match.
#pragma once

#include <inc/rules.hpp>
#include <inc/solver/induction.hpp>

namespace inc {

/// Returns the final board if every seat makes the moves of solution.best() from the solved situation, for which the
/// solution should be exact. The number of steps does not grow with the number of turns.
rules::Board played_out(Induction& solution);

}  // namespace inc

// How a match ends that was solved.
#pragma once

#include <inc/rules.hpp>
#include <inc/solver/induction.hpp>

namespace inc {

/// The board at the end if every seat goes on with solution.best(), from the situation that was solved; which should be
/// exact there. Takes a number of steps that does not grow with the number of turns.
rules::Board played_out(Induction& solution);

}  // namespace inc

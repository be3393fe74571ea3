// The steps of a match as a page contains them: what Steps::block() tells, in few bytes. docs/match-view.md describes
// the format.
#pragma once

#include "host/report/steps.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace host {

struct PackedSteps {
  std::string texts;                  // JSON
  std::vector<std::uint8_t> numbers;  // coded
};

/// How much is told of the CPU times, logs and reports of steps.
struct UseDetail {
  std::size_t every = 1;  // tells those of each step whose number is a multiple of this; 0: of none
  bool rounded = false;   // times and numbers of positions have two digits
};

/// Returns `most` blocks, or those that are left, from block `first` on, as one. Texts of turns are patterns with
/// numbers and cells in them; what is likely of these, and of the cells of the board, costs next to nothing.
PackedSteps packed_steps(const Steps& steps, std::size_t first, std::size_t most, const UseDetail& uses);

}  // namespace host

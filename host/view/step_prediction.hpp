// What the numbers of steps are told by, so that they are small.
#pragma once

#include "host/view/step_parts.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace host {

// How a value of a pattern is told: itself, what it is more than the one before there, more than the first, second and
// so on that this step has told, or more than the last, the last but one and so on.
constexpr std::uint32_t itself_mode = 0;
constexpr std::uint32_t more_mode = 1;
constexpr std::uint32_t told_mode = 2;
constexpr std::uint32_t last_mode = 16;

/// Returns the number of the value that is meant by a mode from told_mode on, after so many of a step; at least `count`
/// if there is none.
constexpr std::size_t told_at(std::uint32_t mode, std::size_t count) {
  return mode < last_mode ? mode - told_mode : count + last_mode - mode - 1;
}

using StepModes = std::vector<std::uint32_t>;
using StepNear = std::pair<std::size_t, std::size_t>;

struct StepPrediction {
  explicit StepPrediction(const StepParts& parts);

  std::vector<StepModes> modes;  // of each pattern: those that tell its values with the least bits
  std::size_t offset;            // the line that most often tells the first word of what was revealed
  StepNear
      near;  // the two values of a step that are next to the row and the column of a cell that changes; equal: none
};

/// Returns the cell that these values of a step tell, or 0.
std::int64_t cell_at(const std::vector<std::int64_t>& said, StepNear near, std::size_t across);

}  // namespace host

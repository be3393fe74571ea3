// The steps of a match as a page contains them: what Steps::block() tells, in few bytes. docs/match-view.md describes
// the format.
#pragma once

#include "host/view/steps.hpp"

#include <cstddef>
#include <string>

namespace host {

/// Returns JSON of `most` blocks, or of those that are left, from block `first` on. It is by columns and by
/// differences, so that it can be compressed well: texts of turns differ by a few numbers, and cells that were marked
/// as the last ones lose that mark.
std::string packed_steps(const Steps& steps, std::size_t first, std::size_t most);

}  // namespace host

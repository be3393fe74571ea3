// Says at a command's end which files are others by now than those that it has played.
#pragma once

#include "host/plugin/build.hpp"

#include <vector>

namespace host {

/// A line on stderr for each file that has changed or is gone, once.
void print_changes(const std::vector<const Build*>& builds);

}  // namespace host

// Reports files that have changed since a command loaded them.
#pragma once

#include "host/plugin/build.hpp"

#include <vector>

namespace host {

/// Prints a line on stderr for each file that has changed or no longer exists; each file once.
void print_changes(const std::vector<const Build*>& builds);

}  // namespace host

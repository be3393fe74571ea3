// Two builds of a strategy, side by side in words.
#pragma once

#include "host/tournament/build_change.hpp"

#include <string>

namespace host {

/// On how many seeds the new build is better, worse and the same, the means, and a table of the largest changes.
std::string build_report(const BuildChange& change);

}  // namespace host

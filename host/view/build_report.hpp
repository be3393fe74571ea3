// Compares two builds of a strategy in text.
#pragma once

#include "host/tournament/build_change.hpp"

#include <string>

namespace host {

/// `measure` names what is compared. Returns the numbers of seeds on which the new build is better, worse and the same,
/// the means, and a table of the largest changes.
std::string build_report(const BuildChange& change, const std::string& measure);

}  // namespace host

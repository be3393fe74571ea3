// Checks of the limits and the isolation that users ask for.
#pragma once

#include "host/seat/isolation.hpp"
#include "host/seat/limits.hpp"

#include <string>
#include <vector>

namespace host::library {

/// Checks options of which only processes can keep strategies: memory, wall and fresh. Throws Failure(usage) if one of
/// them is given at Level::none.
void check_protected(Level level, const GivenLimits& given, bool fresh, const Spelling& spelled);

/// Returns sentences about the layers of the sandbox that this machine lacks, for plugins and, with `programs`, also
/// for programs; none at other levels. Throws Failure(isolation) if the isolation is strict and one is missing.
std::vector<std::string> missing_for(const Isolation& isolation, bool programs, const Spelling& spelled);

}  // namespace host::library

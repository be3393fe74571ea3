// Labels for strategies that are shown together.
#pragma once

#include "host/match/transcript.hpp"

#include <string>
#include <vector>

namespace host {

/// Returns each strategy's name with unprintable characters replaced. If several have the same name, appends their
/// versions if these differ, then the options that differ. If that is not enough, appends the first digits of their
/// libraries' hashes.
std::vector<std::string> labels(const std::vector<SeatIdentity>& strategies);

}  // namespace host

// What to call strategies that are shown together.
#pragma once

#include "host/match/transcript.hpp"

#include <string>
#include <vector>

namespace host {

/// Each one's name, fit to be shown. Where several have the same, their versions follow if these differ, then those
/// options that differ, then the beginnings of their libraries' hashes if nothing else tells them apart.
std::vector<std::string> labels(const std::vector<SeatIdentity>& strategies);

}  // namespace host

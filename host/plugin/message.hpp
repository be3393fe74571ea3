// Compares messages of a game's protocol with their declared layout.
#pragma once

#include "host/plugin/layout.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace host {

/// Returns what contradicts the layout in a message: "mygame_observation.cells[1][2] is 7: declared is 0 to 2", a count
/// without room, an overlap. Returns "" if nothing does.
std::string contradiction(const StructDescription& layout, std::span<const std::byte> message);

}  // namespace host

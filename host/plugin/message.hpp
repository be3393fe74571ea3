// Reads messages of a game's protocol by their declared layout.
#pragma once

#include "host/plugin/layout.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace host {

/// Where the elements of a field are in one message.
struct Placed {
  std::uint64_t offset = 0;            // bytes, of the first element, from the start of the message
  std::vector<std::uint64_t> counts;   // elements in use, one per dimension; none: a single value
  std::vector<std::uint64_t> strides;  // bytes, likewise
};

/// Returns the place of the field number `index` of a struct that starts at `start` in the message. Throws
/// Failure(game) with a sentence if the message is too short for it, or if its counts exceed its room.
Placed place(const StructDescription& owner, std::size_t index, std::span<const std::byte> message,
             std::uint64_t start = 0);

/// Returns what contradicts the layout in a message: "mygame_observation.cells[1][2] is 7: declared is 0 to 2", a count
/// without room, an overlap. Returns "" if nothing does.
std::string contradiction(const StructDescription& layout, std::span<const std::byte> message);

}  // namespace host

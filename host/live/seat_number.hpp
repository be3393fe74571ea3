// Reads a seat as users write it.
#pragma once

#include "host/plugin/description.hpp"

#include <cstdint>
#include <string>

namespace host {

/// Returns the seat of a match of `seats` seats: its number from 0, or the game's name for it ("Black"; upper and lower
/// case count as the same). Throws Failure(usage), beginning with `where`.
std::int32_t seat_number(const std::string& text, const GameDescription& game, std::int32_t seats,
                         const std::string& where);

/// Returns "seat 0 (Black)", or "seat 0" if the game has no names for seats.
std::string seat_and_name(const GameDescription& game, std::int32_t seat);

}  // namespace host

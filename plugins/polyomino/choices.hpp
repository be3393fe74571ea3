// How people choose an action: a tile in hand, turned, and put on the board (agon/ext/steps.h).
#pragma once

#include "rules.hpp"

#include <agon/choices.hpp>
#include <cstdint>
#include <string_view>

namespace polyomino {

/// The tile in hand is the last one that is held, until another one is chosen: `begun` is "" or "hold TILE ROTATION".
/// Throws agon::Illegal for any other.
void add_choices(const Match& match, std::string_view begun, std::int32_t row, std::int32_t column,
                 agon::Choices& list);

}  // namespace polyomino

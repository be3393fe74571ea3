// How people choose a move: a piece, its square, and what a pawn becomes (agon/ext/steps.h).
#pragma once

#include "rules.hpp"

#include <agon/choices.hpp>
#include <cstdint>
#include <string_view>

namespace chess {

/// `begun` is "", a square, or two squares of a pawn that reaches the last rank. Throws agon::Illegal for any other.
void add_choices(const Position& position, bool chess960, std::string_view begun, std::int32_t row, std::int32_t column,
                 agon::Choices& list);

}  // namespace chess

// Records as PGN, and the openings of PGN and EPD (agon.exchange/1).
#pragma once

#include "rules.hpp"

#include <agon/exchange.hpp>

#include <string>
#include <string_view>

namespace chess {

/// Returns a match that began in this position as a game in PGN. What the players thought stands after their moves, as
/// other programs have it: "+0.31/9", in pawns and plies.
std::string pgn_of(const agon::Record& record, Position position, bool chess960);

/// Adds the openings of a PGN or an EPD. Throws agon::Illegal, with the line.
void add_openings(std::string_view text, bool is_epd, agon::Openings& list);

}  // namespace chess

// Records as SGF, and the openings of such files (agon.exchange/1).
//
// The format is the Smart Game Format FF[4] of Arno Hollosi (red-bean.com/sgf).
#pragma once

#include "rules.hpp"

#include <agon/exchange.hpp>

#include <string>
#include <string_view>

namespace go {

/// Returns a recorded match from the empty board of `game` on.
std::string sgf_of(const agon::Record& record, Game game);

/// Adds the first line of each game of a collection. Throws agon::Illegal, with the line of the text.
void add_openings(std::string_view text, agon::Openings& list);

}  // namespace go

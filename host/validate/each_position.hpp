// Walks over the positions of a recorded match, for checks that look at each of them.
#pragma once

#include "host/match/game_state.hpp"
#include "host/validate/board.hpp"
#include "host/validate/record.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace host::validate {

/// Looks at a position; `where` is its place, for the end of a sentence. Returns what is wrong there, or "".
using Look = std::function<std::string(const GameState& state, const std::string& where)>;

/// Applies a step of the record, as apply() does.
using Apply = std::function<std::string(GameState& state, std::size_t step)>;

/// Replays a record with `step`, and looks at no more than 65 of its positions: the first one, the last one, and others
/// at equal distances. Ends early on a tired board. Returns the first fault, or "".
std::string for_each_position(Board& board, const Record& record, const Look& look, const Apply& step);

/// Replays a random part of a record; then each seat that is to move forfeits, until the match is over. Looks at the
/// position after each forfeit. Returns the first fault, or "".
std::string after_forfeits(Board& board, const Record& record, const Look& look);

}  // namespace host::validate

// All that the game says in words: notation, refusals and captions.
#pragma once

#include "rules.hpp"

#include <polyomino/polyomino.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace polyomino {

/// Bytes that any text needs at most: a tile's rows. A shape of `max_size` squares in a box of w x h has w + h - 1 <=
/// max_size, so that h rows of w squares, joined by '/', are longest at w = 500, h = 501.
inline constexpr std::uint64_t text_capacity = 500 * 501 + 500;

/// "get 17", "place 3 10 12 1", "done". Throws agon::Illegal if it is none of these kinds.
[[nodiscard]] std::string action_text(const polyomino_action& action);

/// Reads an action's text. Throws agon::Illegal with what would be right.
[[nodiscard]] polyomino_action parse_action(std::string_view text);

/// The rows of a tile as it was given, joined by '/': 'X' and '.'.
[[nodiscard]] std::string shape_text(const Match& match, const TileRecord& tile);

/// The board's rows, joined by '/': '.' free, 'X' covered, '#' under a tile. Once a tile was requested follow " points
/// P tiles N held" and, for each tile held, " INDEX=ROWS"; where these are too many for text_capacity, " and M more".
[[nodiscard]] std::string position_text(const Match& match);

/// Lines below the board.
[[nodiscard]] std::vector<std::string> caption(const Match& match);

/// Why an action is illegal: a sentence with what would be right.
[[nodiscard]] std::string no_such_kind(std::int32_t kind);
[[nodiscard]] std::string refusal_of_request(Verdict verdict, std::int32_t size);
[[nodiscard]] std::string refusal_of_placement(Verdict verdict, const Match& match, const polyomino_action& action);

}  // namespace polyomino

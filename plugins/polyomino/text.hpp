// All texts of the game: notation, refusals and captions.
#pragma once

#include "rules.hpp"

#include <polyomino/polyomino.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace polyomino {

/// The maximum size of a text in bytes: a tile's rows. A shape of `max_size` squares in a box of w x h satisfies w + h
/// - 1 <= max_size. So h rows of w squares, joined by '/', are longest for w = 500, h = 501.
inline constexpr std::uint64_t text_capacity = 500 * 501 + 500;

/// Returns "get 17", "place 3 10 12 1" or "done". Throws agon::Illegal for any other kind.
[[nodiscard]] std::string action_text(const polyomino_action& action);

/// Parses an action's text. Throws agon::Illegal with the valid forms.
[[nodiscard]] polyomino_action parse_action(std::string_view text);

/// Returns the numbers of the tiles that are held, ascending.
[[nodiscard]] std::vector<std::size_t> held_tiles(const Match& match);

/// Returns the rows of a tile in rotation 0, joined by '/': 'X' and '.'.
[[nodiscard]] std::string shape_text(const Match& match, const TileRecord& tile);

/// Returns the board's rows, joined by '/': '.' free, 'X' covered, '#' under a tile. After the first request, appends "
/// points P tiles N held" and, for each tile held, " INDEX=ROWS"; if these exceed text_capacity, " and M more".
[[nodiscard]] std::string position_text(const Match& match);

/// Returns the lines below the board.
[[nodiscard]] std::vector<std::string> caption(const Match& match);

/// Return why an action is illegal: a sentence with what would be right.
[[nodiscard]] std::string no_such_kind(std::int32_t kind);
[[nodiscard]] std::string refusal_of_request(Verdict verdict, std::int32_t size);
[[nodiscard]] std::string refusal_of_placement(Verdict verdict, const Match& match, const polyomino_action& action);

}  // namespace polyomino

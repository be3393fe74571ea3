// Linez as text: cells, moves and boards, written and read.
#pragma once

#include "rules.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace linez {

/// What the letter of a cell's text names; its number names the other, from 1. "C5" is row 3, column 5, or the other
/// way round.
enum class Letters { rows, columns };

std::string cell_text(int row, int column, Letters letters);

/// A row and a column, both from 0, perhaps off the board.
struct Place {
  int row = 0;
  int column = 0;
};

/// Reads a cell off the front of `text`, and shortens it; nothing if there is none, or if cell_text writes it
/// otherwise.
std::optional<Place> take_cell(std::string_view& text, Letters letters);

/// The rows joined by '/': digits, and '.' for empty cells.
std::string board_text(const Board& board);

/// The numbers that the variant drops, as digits.
std::string numbers_text(const Numbers& numbers, const Variant& variant);

struct Sides {
  int rows = 0;
  int columns = 0;
};

/// How large the board is that board_text wrote. Throws agon::BadSetting if it is no rectangle, or too large or small.
Sides sides_of(std::string_view board);

/// Reads what board_text and numbers_text write. Throws agon::BadSetting, naming the parameter, if it does not fit the
/// variant, whose sides the board has, or if no match can start so.
Board parse_board(std::string_view text, const Variant& variant);
Numbers parse_numbers(std::string_view text, const Variant& variant);

}  // namespace linez

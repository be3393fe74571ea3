// Converts cells, moves and boards of Linez to text and back.
#pragma once

#include "rules.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace linez {

/// The meaning of the letter in a cell's text; the number, from 1, has the other meaning. "C5" is row 3, column 5, or
/// the reverse.
enum class Letters { rows, columns };

std::string cell_text(int row, int column, Letters letters);

/// A row and a column, both from 0, possibly outside the board.
struct Place {
  int row = 0;
  int column = 0;
};

/// Reads a cell from the start of `text`, and removes it there. Returns nothing if there is none, or if cell_text
/// writes it differently.
std::optional<Place> take_cell(std::string_view& text, Letters letters);

/// Returns the rows joined by '/': digits, and '.' for empty cells.
std::string board_text(const Board& board);

/// Returns the numbers that the variant drops, as digits.
std::string numbers_text(const Numbers& numbers, const Variant& variant);

struct Sides {
  int rows = 0;
  int columns = 0;
};

/// Returns the size of a board written by board_text. Throws agon::BadSetting if it is no rectangle, or too large or
/// too small.
Sides sides_of(std::string_view board);

/// Parses the texts of board_text and numbers_text. Throws agon::BadSetting, naming the parameter, if the text does not
/// fit the variant, whose sides must be those of the board, or if no match can start with it.
Board parse_board(std::string_view text, const Variant& variant);
Numbers parse_numbers(std::string_view text, const Variant& variant);

}  // namespace linez

#include "text.hpp"

#include <agon/failure.hpp>

#include <charconv>
#include <cstddef>
#include <system_error>
#include <vector>

namespace linez {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// Returns the number of a digit; throws if the match has no such number.
int number_of(char digit, const std::string& where, const Variant& variant) {
  const int number = digit - '0';
  if (number >= 1 && number <= variant.colours) return number;
  throw agon::BadSetting(where + ": '" + digit + "' is none of the numbers 1 to " + std::to_string(variant.colours));
}

}  // namespace

std::string cell_text(int row, int column, Letters letters) {
  const int letter = letters == Letters::rows ? row : column;
  const int number = letters == Letters::rows ? column : row;
  return std::string(1, static_cast<char>('A' + letter)) + std::to_string(number + 1);
}

std::optional<Place> take_cell(std::string_view& text, Letters letters) {
  if (text.size() < 2 || text[0] < 'A' || text[0] > 'Z' || text[1] < '1' || text[1] > '9') return std::nullopt;
  const int letter = text[0] - 'A';
  const std::size_t digits = text.size() > 2 && text[2] >= '0' && text[2] <= '9' ? 2 : 1;
  int number = 0;
  std::from_chars(text.data() + 1, text.data() + 1 + digits, number);
  text.remove_prefix(1 + digits);
  return letters == Letters::rows ? Place{letter, number - 1} : Place{number - 1, letter};
}

std::string board_text(const Board& board) {
  std::string text;
  for (int row = 0; row < board.rows(); ++row) {
    if (row > 0) text += '/';
    for (int column = 0; column < board.columns(); ++column) text += ".123456789"[board.at(cell_at(row, column))];
  }
  return text;
}

std::string numbers_text(const Numbers& numbers, const Variant& variant) {
  std::string text;
  for (int i = 0; i < variant.drop; ++i) text += static_cast<char>('0' + numbers[static_cast<std::size_t>(i)]);
  return text;
}

Sides sides_of(std::string_view board) {
  const std::vector<std::string_view> rows = split(board, '/');
  const Sides sides = {static_cast<int>(rows.size()), static_cast<int>(rows.front().size())};
  for (std::size_t row = 1; row < rows.size(); ++row) {
    if (rows[row].size() == rows.front().size()) continue;
    throw agon::BadSetting("board=, row " + std::to_string(row + 1) + ", has " + std::to_string(rows[row].size()) +
                           " cells, but row 1 has " + std::to_string(sides.columns));
  }
  const auto possible = [](int side) { return side >= min_side && side <= max_side; };
  if (!possible(sides.rows) || !possible(sides.columns)) {
    throw agon::BadSetting("board= has " + std::to_string(sides.rows) + " rows, joined by '/', of " +
                           std::to_string(sides.columns) + " cells; it takes " + std::to_string(min_side) + " to " +
                           std::to_string(max_side) + " each");
  }
  return sides;
}

Board parse_board(std::string_view text, const Variant& variant) {
  const std::vector<std::string_view> rows = split(text, '/');
  Board board(variant.rows, variant.columns);
  for (int row = 0; row < variant.rows; ++row) {
    const std::string_view line = rows[static_cast<std::size_t>(row)];
    const std::string where = "board=, row " + std::to_string(row + 1);
    for (int column = 0; column < variant.columns; ++column) {
      const char glyph = line[static_cast<std::size_t>(column)];
      if (glyph != '.') board.put(cell_at(row, column), number_of(glyph, where, variant));
    }
  }
  if (board.numbers() == 0) throw agon::BadSetting("board= is empty: there is nothing to move");
  if (board.full()) throw agon::BadSetting("board= is full: there is nowhere to move");
  if (board.has_line(variant.line)) {
    throw agon::BadSetting("board= has a line of " + std::to_string(variant.line) + " or more already");
  }
  return board;
}

Numbers parse_numbers(std::string_view text, const Variant& variant) {
  if (static_cast<int>(text.size()) != variant.drop) {
    throw agon::BadSetting("next= has " + std::to_string(text.size()) +
                           " digits, but drop=" + std::to_string(variant.drop));
  }
  Numbers numbers{};
  for (std::size_t i = 0; i < text.size(); ++i)
    numbers[i] = static_cast<std::int8_t>(number_of(text[i], "next=", variant));
  return numbers;
}

}  // namespace linez

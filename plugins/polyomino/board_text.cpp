#include "board_text.hpp"

#include "rules.hpp"

#include <agon/failure.hpp>
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <system_error>

namespace polyomino {

namespace {

constexpr std::size_t max_rows = max_side;

/// Returns the parts of `text` between separators.
std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// `where(row)` returns the location of row number `row`, from 0, for errors; `whole` is the name of the text.
Board board_of(const std::vector<std::string_view>& rows, const std::string& whole,
               const std::function<std::string(std::size_t)>& where) {
  const std::string sides = "a board has 1 to " + std::to_string(max_side) + " ";
  if (rows.empty() || rows.size() > max_rows)
    throw agon::BadSetting(whole + ": " + std::to_string(rows.size()) + " rows; " + sides + "rows");
  const std::size_t width = rows.front().size();
  if (width < 1 || width > max_rows)
    throw agon::BadSetting(where(0) + ": " + std::to_string(width) + " squares; " + sides + "columns");
  Board board{static_cast<int>(width), static_cast<int>(rows.size())};
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].size() != width) {
      throw agon::BadSetting(where(row) + ": " + std::to_string(rows[row].size()) + " squares, but the first row has " +
                             std::to_string(width));
    }
    if (const std::size_t bad = rows[row].find_first_not_of("X."); bad != std::string_view::npos) {
      throw agon::BadSetting(where(row) + ", column " + std::to_string(bad + 1) +
                             ": a square is 'X' (covered) or '.' (free)");
    }
    for (const char square : rows[row]) board.covered.push_back(square == 'X');
  }
  return board;
}

/// Returns the file's bytes. Refuses files that are far larger than any board without reading them.
std::string content_of(const std::string& path) {
  constexpr std::size_t largest = std::size_t{1} << 20;
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string content;
  std::string chunk(std::size_t{1} << 16, '\0');
  while (file && content.size() <= largest) {
    file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    content.append(chunk, 0, static_cast<std::size_t>(file.gcount()));
  }
  if (!file.is_open() || file.bad())
    throw agon::BadSetting("file=" + path + ": can't be read: " + std::generic_category().message(errno));
  if (content.size() > largest) throw agon::BadSetting("file=" + path + ": too large for a board");
  return content;
}

}  // namespace

int Board::covered_squares() const {
  return static_cast<int>(std::count(covered.begin(), covered.end(), true));
}

std::string text_of(const Board& board) {
  std::string text;
  text.reserve(static_cast<std::size_t>((board.width + 1) * board.height));
  for (std::size_t square = 0; square < board.covered.size(); ++square) {
    if (square > 0 && square % static_cast<std::size_t>(board.width) == 0) text += '/';
    text += board.covered[square] ? 'X' : '.';
  }
  return text;
}

Board parse_board(std::string_view rows) {
  return board_of(parts_of(rows, '/'),
                  "board=", [](std::size_t row) { return "board=, row " + std::to_string(row + 1); });
}

Board read_board(const std::string& path) {
  const std::string content = content_of(path);
  std::vector<std::string_view> lines = parts_of(content, '\n');
  for (std::string_view& line : lines) {
    if (line.ends_with('\r')) line.remove_suffix(1);
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return board_of(lines, "file=" + path,
                  [&](std::size_t row) { return "file=" + path + ", line " + std::to_string(row + 1); });
}

}  // namespace polyomino

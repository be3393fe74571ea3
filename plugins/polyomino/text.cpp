#include "text.hpp"

#include <agon/failure.hpp>
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <span>
#include <system_error>

namespace polyomino {

namespace {

/// Reads " N" from the start of `text`. Returns false if it does not start with that.
bool read_number(std::string_view& text, std::int32_t& number) {
  if (!text.starts_with(' ')) return false;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data() + 1, end, number);
  if (fault != std::errc{}) return false;
  text = {stop, static_cast<std::size_t>(end - stop)};
  return true;
}

/// Reads the numbers after the kind's word. Returns whether they are those of the kind, and the text ends after them.
bool read_numbers(std::string_view text, polyomino_action& action) {
  switch (action.kind) {
    case POLYOMINO_GET:
      return read_number(text, action.value) && text.empty();
    case POLYOMINO_PLACE:
      return read_number(text, action.value) && read_number(text, action.x) && read_number(text, action.y) &&
             read_number(text, action.rotation) && text.empty();
    default:
      return text.empty();
  }
}

std::int32_t kind_of(std::string_view word) {
  if (word == "get") return POLYOMINO_GET;
  if (word == "place") return POLYOMINO_PLACE;
  return word == "done" ? POLYOMINO_DONE : 0;
}

char glyph(std::int16_t square) {
  if (square == free_square) return '.';
  return square == covered_square ? 'X' : '#';
}

std::string board_text(const Match& match) {
  std::string text;
  for (int y = 0; y < match.height(); ++y) {
    if (y > 0) text += '/';
    for (int x = 0; x < match.width(); ++x) text += glyph(match.at(x, y));
  }
  return text;
}

/// Returns " 3=XX/X. 7=XXX", truncated to `room` bytes.
std::string held_text(const Match& match, std::size_t room) {
  constexpr std::size_t for_the_rest = 32;  // bytes: " and 10000 more"
  const std::vector<std::size_t> held = held_tiles(match);
  std::string text;
  for (std::size_t told = 0; told < held.size(); ++told) {
    const TileRecord& tile = match.tiles()[held[told]];
    const std::string one = std::string(" ") + std::to_string(held[told]) + "=" + shape_text(match, tile);
    if (text.size() + one.size() + for_the_rest > room)
      return text + " and " + std::to_string(held.size() - told) + " more";
    text += one;
  }
  return text;
}

/// Returns the first square of the tile, at its position, that is not free.
std::string overlap_at(const Match& match, const TileRecord& tile, const polyomino_action& action) {
  for (const Cell cell : match.cells(tile)) {
    const Cell there = turned(cell, tile.width, tile.height, action.rotation);
    const int x = action.x + there.x;
    const int y = action.y + there.y;
    const std::int16_t square = match.at(x, y);
    if (square == free_square) continue;
    return "square " + std::to_string(x) + " " + std::to_string(y) +
           (square == covered_square ? " is covered" : " holds tile " + std::to_string(square));
  }
  return "a square is not free";
}

}  // namespace

std::vector<std::size_t> held_tiles(const Match& match) {
  std::vector<std::size_t> indices;
  for (std::size_t index = 0; index < match.tiles().size(); ++index) {
    if (!match.tiles()[index].placed) indices.push_back(index);
  }
  return indices;
}

std::string action_text(const polyomino_action& action) {
  switch (action.kind) {
    case POLYOMINO_GET:
      return "get " + std::to_string(action.value);
    case POLYOMINO_PLACE:
      return "place " + std::to_string(action.value) + " " + std::to_string(action.x) + " " + std::to_string(action.y) +
             " " + std::to_string(action.rotation);
    case POLYOMINO_DONE:
      return "done";
    default:
      throw agon::Illegal(no_such_kind(action.kind));
  }
}

polyomino_action parse_action(std::string_view text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  polyomino_action action{};
  action.kind = kind_of(text.substr(0, end));
  // The comparison refuses texts with the same numbers in another spelling: "get 007".
  if (action.kind != 0 && read_numbers(text.substr(end), action) && action_text(action) == text) return action;
  throw agon::Illegal(
      "'" + std::string(agon::shortened(text, 100)) +
      "' is no action: write 'get SIZE', 'place INDEX X Y ROTATION' or 'done', as in 'place 3 10 12 1'");
}

std::string shape_text(const Match& match, const TileRecord& tile) {
  const auto columns = static_cast<std::size_t>(tile.width) + 1;  // including the '/'
  std::string text(columns * static_cast<std::size_t>(tile.height) - 1, '.');
  for (std::size_t at = columns - 1; at < text.size(); at += columns) text[at] = '/';
  for (const Cell cell : match.cells(tile))
    text[static_cast<std::size_t>(cell.y) * columns + static_cast<std::size_t>(cell.x)] = 'X';
  return text;
}

std::string position_text(const Match& match) {
  std::string text = board_text(match);
  if (match.tiles().empty()) return text;
  text += " points " + std::to_string(match.points()) + " tiles " + std::to_string(match.tiles().size()) + " held";
  return text + held_text(match, text_capacity - text.size());
}

std::vector<std::string> caption(const Match& match) {
  const std::vector<std::size_t> held = held_tiles(match);
  std::vector<std::string> lines = {
      std::to_string(match.points()) + " points; tiles placed: " + std::to_string(match.tiles().size() - held.size()) +
          ", held: " + std::to_string(held.size()) + ", which cost " + std::to_string(match.held_cost()),
      "free squares: " + std::to_string(match.free_squares())};
  if (held.empty()) return lines;
  constexpr int widest = 40;  // of a shape that is shown
  constexpr int highest = 12;
  const TileRecord& tile = match.tiles()[held.back()];
  lines.push_back("in hand: tile " + std::to_string(held.back()) + " of size " + std::to_string(tile.size) + ", " +
                  std::to_string(tile.width) + " x " + std::to_string(tile.height));
  if (tile.width > widest || tile.height > highest) return lines;
  std::string row;
  for (const char square : shape_text(match, tile) + "/") {
    if (square == '/') {
      lines.push_back(std::move(row));
      row.clear();
    } else {
      row += square == 'X' ? "\u25a0" : "\u25a1";
    }
  }
  return lines;
}

std::string no_such_kind(std::int32_t kind) {
  return "no action is of kind " + std::to_string(kind) + ": 1 is get, 2 place, 3 done";
}

std::string refusal_of_request(Verdict verdict, std::int32_t size) {
  const std::string what = "get " + std::to_string(size) + ": ";
  if (verdict == Verdict::no_more_tiles)
    return what + std::to_string(max_tiles) + " tiles have been requested, and there are no more";
  return what + "a tile has " + std::to_string(min_size) + " to " + std::to_string(max_size) + " squares";
}

std::string refusal_of_placement(Verdict verdict, const Match& match, const polyomino_action& action) {
  const std::string what = action_text(action) + ": ";
  if (verdict == Verdict::bad_index) {
    return what + "there is no tile " + std::to_string(action.value) + ": " + std::to_string(match.tiles().size()) +
           " have been requested, and the first is 0";
  }
  const TileRecord& tile = match.tiles()[static_cast<std::size_t>(action.value)];
  switch (verdict) {
    case Verdict::placed_already:
      return what + "tile " + std::to_string(action.value) + " is placed already, at " + std::to_string(tile.x) + " " +
             std::to_string(tile.y);
    case Verdict::bad_rotation:
      return what + "a rotation is 0 to 3";
    case Verdict::off_board: {
      const bool upright = action.rotation % 2 == 0;
      return what + "the tile, now " + std::to_string(upright ? tile.width : tile.height) + " x " +
             std::to_string(upright ? tile.height : tile.width) + ", would lie beyond the board of " +
             std::to_string(match.width()) + " x " + std::to_string(match.height());
    }
    default:
      return what + overlap_at(match, tile, action);
  }
}

}  // namespace polyomino

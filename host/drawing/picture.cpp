#include "host/drawing/picture.hpp"

#include "host/escape.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>

namespace host {

namespace {

// As in host/web/client/board.js and board.css.
constexpr std::uint32_t side = 40;    // of a cell
constexpr std::uint32_t margin = 26;  // for labels
constexpr std::uint32_t line_height = 22;
constexpr std::int32_t kinds = 16;
constexpr std::int32_t colours = 8;

std::optional<std::int32_t> kind_of(std::int32_t role) {
  for (const std::int32_t first : {AGON_ROLE_CATEGORY, AGON_ROLE_SEAT}) {
    if (role >= first && role < first + kinds) return role - first;
  }
  return std::nullopt;
}

std::string class_of(const DrawnCell& cell) {
  const auto kind = kind_of(cell.role);
  const std::size_t length = width(cell.glyph);
  const std::string size = length > 3 ? " longer" : length > 1 ? " long" : "";
  if (kind) return "cell k" + std::to_string(*kind % colours) + size;
  return (cell.role == AGON_ROLE_BLOCKED ? "cell blocked"
          : cell.role == AGON_ROLE_FAINT ? "cell faint"
                                         : "cell") +
         size;
}

std::string square(std::string_view kind, std::uint32_t inset, std::uint32_t radius) {
  const std::string size = std::to_string(side - 2 * inset);
  return std::string("<rect class=\"")
      .append(kind)
      .append("\" x=\"" + std::to_string(inset) + "\" y=\"" + std::to_string(inset) + "\" width=\"" + size +
              "\" height=\"" + size + "\" rx=\"" + std::to_string(radius) + "\"/>");
}

std::string text_at(std::string_view kind, double x, double y, const std::string& text) {
  return std::string("<text class=\"")
      .append(kind)
      .append("\" x=\"" + decimal(x) + "\" y=\"" + decimal(y) + "\">" + escaped(text) + "</text>");
}

std::string cell_picture(const DrawnCell& cell, std::uint32_t row, std::uint32_t column) {
  if (cell == DrawnCell{}) return {};  // around the board, or beside it
  constexpr double middle = side / 2.0;
  std::string svg = "<g class=\"" + class_of(cell) + "\" transform=\"translate(" + std::to_string(column * side) + " " +
                    std::to_string(row * side) + ")\">" + square("tile", 1, 6);
  if (kind_of(cell.role).value_or(0) >= colours)
    svg += R"(<path class="stripes" d="M4 16 16 4M4 28 28 4M12 36 36 12M24 36 36 24"/>)";
  if (cell.role == AGON_ROLE_FAINT && cell.glyph == ".") {
    svg += R"(<circle class="glyph" cx="20" cy="20" r="1.5"/>)";
  } else if (!cell.glyph.empty()) {
    svg += text_at("glyph", middle, middle + 1, cell.glyph);
  }
  if ((cell.marks & AGON_MARK_LEGAL) != 0) svg += R"(<circle class="legal" cx="32" cy="8" r="3"/>)";
  if ((cell.marks & AGON_MARK_HIGHLIGHT) != 0) svg += square("halo", 4, 4) + square("highlight", 4, 4);
  if ((cell.marks & AGON_MARK_LAST) != 0) svg += square("last", 2, 5);
  return svg + "</g>\n";
}

/// If the next arrow begins where this one ends, both are one way: its head is at the end.
std::string arrow_picture(const DrawnArrow& arrow, bool goes_on) {
  const double x1 = (arrow.from_column + 0.5) * side;
  const double y1 = (arrow.from_row + 0.5) * side;
  const double x2 = (arrow.to_column + 0.5) * side;
  const double y2 = (arrow.to_row + 0.5) * side;
  const double length = std::hypot(x2 - x1, y2 - y1);
  if (length == 0) return {};
  const double head = goes_on ? 0 : 12;
  constexpr double half = 7;
  const double dx = (x2 - x1) / length;
  const double dy = (y2 - y1) / length;
  const auto tenths = [](double number) { return decimal(std::round(number * 10) / 10); };
  const auto point = [&](double x, double y) { return tenths(x) + "," + tenths(y); };
  const double bx = x2 - dx * head;
  const double by = y2 - dy * head;
  const std::string faint = arrow.role == AGON_ROLE_FAINT ? " a-faint" : "";
  const std::string line = "<path class=\"arrow" + faint + "\" d=\"M" + point(x1, y1) + "L" + point(bx, by) + "\"/>\n";
  if (goes_on) return line;
  return line + "<polygon class=\"arrow-head" + faint + "\" points=\"" + point(x2, y2) + " " +
         point(bx - dy * half, by + dx * half) + " " + point(bx + dy * half, by - dx * half) + "\"/>\n";
}

std::string labels_picture(const Drawing& drawing, std::int64_t left, std::int64_t top) {
  std::string svg;
  for (std::size_t row = 0; row < drawing.row_labels.size(); ++row)
    svg += text_at("label", -static_cast<double>(left) / 2, (static_cast<double>(row) + 0.5) * side,
                   drawing.row_labels[row]);
  for (std::size_t column = 0; column < drawing.column_labels.size(); ++column)
    svg += text_at("label", (static_cast<double>(column) + 0.5) * side, -static_cast<double>(top) / 2,
                   drawing.column_labels[column]);
  return svg + "\n";
}

}  // namespace

std::string svg_picture(const Drawing& drawing, const std::string& title) {
  constexpr std::int64_t edge = 4;
  const std::int64_t left = drawing.row_labels.empty() ? edge : margin;
  const std::int64_t top = drawing.column_labels.empty() ? edge : margin;
  constexpr std::int64_t least_width = 12 * side;  // for the lines of text
  const std::int64_t board = std::int64_t{drawing.columns} * side;
  const std::int64_t bottom = std::int64_t{drawing.rows} * side;
  const std::int64_t wide = std::max(board, drawing.lines.empty() ? board : least_width) + left + edge;
  const std::int64_t high = bottom + top + edge + static_cast<std::int64_t>(drawing.lines.size()) * line_height + edge;
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" role=\"img\" width=\"" +
                    std::to_string(wide) + "\" height=\"" + std::to_string(high) + "\" viewBox=\"" +
                    std::to_string(-left) + " " + std::to_string(-top) + " " + std::to_string(wide) + " " +
                    std::to_string(high) + "\">\n<title>" + escaped(title) + "</title>\n<style>\n";
  svg.append(board_style).append("</style>\n");
  svg += "<rect class=\"ground\" x=\"-3\" y=\"-3\" width=\"" + std::to_string(board + 6) + "\" height=\"" +
         std::to_string(bottom + 6) + "\" rx=\"8\"/>\n" + labels_picture(drawing, left, top);
  for (std::uint32_t row = 0; row < drawing.rows; ++row) {
    for (std::uint32_t column = 0; column < drawing.columns; ++column)
      svg += cell_picture(drawing.cells[std::size_t{row} * drawing.columns + column], row, column);
  }
  for (std::size_t i = 0; i < drawing.arrows.size(); ++i) {
    const DrawnArrow& arrow = drawing.arrows[i];
    const bool goes_on = i + 1 < drawing.arrows.size() && drawing.arrows[i + 1].from_row == arrow.to_row &&
                         drawing.arrows[i + 1].from_column == arrow.to_column;
    svg += arrow_picture(arrow, goes_on);
  }
  for (std::size_t line = 0; line < drawing.lines.size(); ++line)
    svg += text_at("line", 0, static_cast<double>(bottom + static_cast<std::int64_t>(line + 1) * line_height),
                   drawing.lines[line]) +
           "\n";
  return svg + "</svg>\n";
}

}  // namespace host

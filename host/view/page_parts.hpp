// The elements of a page. These functions escape all text.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace host {

/// Returns the number with two decimals, or without any if it is too long.
std::string page_number(double number);

/// Returns the same with a '+' if the number is above 0.
std::string signed_number(double number);

std::string heading(const std::string& text);
/// Returns a part of a page in a frame; nothing if it is empty.
std::string page_section(const std::string& html);

std::string paragraph(const std::string& text);

struct PageColumn {
  std::string heading;
  bool text = false;  // aligned left; numbers are aligned right
};

struct PageCell {
  std::string text;
  std::string below{};            // a second line, in a muted colour
  std::string html{};             // after both, not escaped
  std::optional<double> share{};  // 0 to 1: intensity of the cell's colour
  bool bad = false;               // in the colour of failures
};

/// Returns a table. On narrow screens each row is a card, and its cells have their column's heading above them. The
/// first cell of a row is its heading.
std::string page_table(const std::vector<PageColumn>& columns, const std::vector<std::vector<PageCell>>& rows);

/// Returns a command line to copy. Lines break only between options, unless an option is wider than the page.
std::string command_html(const std::string& line);

/// Returns a part that the reader can expand; `html` is not escaped.
std::string folded(const std::string& summary, const std::string& html);

}  // namespace host

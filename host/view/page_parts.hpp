// What the sections of a page are made of. All text is escaped here.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace host {

/// With two digits behind the point, or none where that many before it take the room.
std::string page_number(double number);

/// The same with a '+' where it is above 0.
std::string signed_number(double number);

std::string heading(const std::string& text);
std::string paragraph(const std::string& text);

struct PageColumn {
  std::string heading;
  bool text = false;  // to the left; numbers stand to the right
};

struct PageCell {
  std::string text;
  std::string below{};            // a second line, in soft colour
  std::string html{};             // behind both, as it is
  std::optional<double> share{};  // 0 to 1: how strong the cell is coloured
  bool bad = false;               // in the colour of failures
};

/// A table; on narrow screens each row is a card, whose cells have their column's heading above them. The first column
/// heads the row.
std::string page_table(const std::vector<PageColumn>& columns, const std::vector<std::vector<PageCell>>& rows);

/// A command line to be copied, which is broken between options alone, unless one is wider than the page.
std::string command_html(const std::string& line);

/// What is shown when the reader opens it; `html` is as it is.
std::string folded(const std::string& summary, const std::string& html);

}  // namespace host

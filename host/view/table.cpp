#include "host/view/table.hpp"

#include "host/plain.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string_view>

namespace host {

namespace {

bool is_number(const std::string& text) {
  double number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc{} && end == text.data() + text.size();
}

}  // namespace

std::string table(std::vector<std::vector<std::string>> rows) {
  for (auto& row : rows) {
    for (std::string& cell : row) cell = plain(cell);
  }
  std::vector<std::size_t> widths;
  std::vector<bool> numbers;
  std::vector<bool> words;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    numbers.resize(widths.size());
    words.resize(widths.size());
    for (std::size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], width(row[column]));
      if (&row == &rows.front() || row[column] == "-") continue;
      (is_number(row[column]) ? numbers : words)[column] = true;
    }
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      const std::string room(widths[column] - width(row[column]), ' ');
      if (column > 0) line += "  ";
      line += numbers[column] && !words[column] ? room + row[column] : row[column] + room;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string fixed(double number, int digits) {
  std::array<char, 400> text{};
  const auto result = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, digits);
  const std::string_view all(text.data(), static_cast<std::size_t>(result.ptr - text.data()));
  const bool is_nothing = all.find_first_not_of("-0.") == std::string_view::npos;
  return std::string(is_nothing && all.starts_with('-') ? all.substr(1) : all);  // replaces "-0.00" by "0.00"
}

}  // namespace host

#include "host/view/csv.hpp"

#include "host/escape.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <system_error>

namespace host {

namespace {

bool is_finite_number(const std::string& text) {
  double number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc{} && end == text.data() + text.size() && std::isfinite(number);
}

/// Returns whether a spreadsheet may interpret the text as a formula. Some spreadsheets skip blanks and accept the
/// full-width forms of the signs.
bool is_formula(std::string_view text) {
  constexpr std::array<std::string_view, 8> signs = {"=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return std::any_of(signs.begin(), signs.end(), [&](std::string_view sign) { return text.starts_with(sign); });
}

std::string csv_cell(const std::string& text) {
  if (is_finite_number(text)) return text;
  const std::string shown = printable(text);
  std::string cell = (is_formula(shown) ? "'" : "") + shown;
  if (cell.find_first_of(",\"") == std::string::npos) return cell;
  std::string quoted(1, '"');
  for (const char each : cell) quoted.append(each == '"' ? 2 : 1, each);
  return quoted + '"';
}

}  // namespace

std::string csv_line(const std::vector<std::string>& cells) {
  std::vector<std::string> written;
  written.reserve(cells.size());
  for (const std::string& cell : cells) written.push_back(csv_cell(cell));
  return join(written, ",");
}

std::string csv_table(const Columns& columns, const nlohmann::ordered_json& rows) {
  std::vector<std::string> cells;
  for (const Column& column : columns) cells.push_back(column.heading);
  std::string text = csv_line(cells) + "\n";
  for (const nlohmann::ordered_json& row : rows) {
    cells.clear();
    for (const Column& column : columns) cells.push_back(column.cell(row));
    text += csv_line(cells) + "\n";
  }
  return text;
}

}  // namespace host

#include "host/view/csv.hpp"

#include "host/plain.hpp"
#include "host/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
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
  const std::string shown = plain(text);
  std::string cell = (is_formula(shown) ? "'" : "") + shown;
  if (cell.find_first_of(",\"") == std::string::npos) return cell;
  std::string quoted(1, '"');
  for (const char each : cell) quoted.append(each == '"' ? 2 : 1, each);
  return quoted + '"';
}

using Json = nlohmann::ordered_json;

std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
  if (value.is_number_float()) return std::isfinite(value.get<double>()) ? decimal(value.get<double>()) : "";
  if (value.is_number_unsigned()) return std::to_string(value.get<std::uint64_t>());
  if (value.is_number()) return std::to_string(value.get<std::int64_t>());
  std::vector<std::string> parts;
  if (value.is_object()) {
    for (const auto& [name, part] : value.items()) parts.push_back(name + "=" + text_of(part));
  }
  return join(parts, " ");
}

}  // namespace

std::string csv_line(const std::vector<std::string>& cells) {
  std::vector<std::string> written;
  written.reserve(cells.size());
  for (const std::string& cell : cells) written.push_back(csv_cell(cell));
  return join(written, ",");
}

std::string csv_table(const std::vector<std::string>& columns, const Json& rows) {
  std::vector<std::string> headings;
  std::vector<Json::json_pointer> pointers;
  for (const std::string& column : columns) {
    const std::size_t equals = column.rfind('=');
    headings.push_back(column.substr(0, equals));
    pointers.emplace_back("/" + (equals == std::string::npos ? column : column.substr(equals + 1)));
  }
  std::string text = csv_line(headings) + "\n";
  for (const Json& row : rows) {
    std::vector<std::string> cells;
    cells.reserve(pointers.size());
    for (const Json::json_pointer& pointer : pointers)
      cells.push_back(row.contains(pointer) ? text_of(row[pointer]) : "");
    text += csv_line(cells) + "\n";
  }
  return text;
}

}  // namespace host

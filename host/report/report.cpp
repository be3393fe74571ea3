#include "host/report/report.hpp"

#include "host/report/numbers.hpp"
#include "host/util/escape.hpp"
#include "host/util/json.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string_view>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// Returns the number; NaN for none.
double number_in(const Json& value) {
  return value.is_number() ? value.get<double>() : std::nan("");
}

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

std::string to_text(const Section& section) {
  std::string text = section.title.empty() ? "" : folded(section.title) + "\n";
  if (!section.columns.empty()) {
    std::vector<std::vector<std::string>> cells(1);
    for (const Column& column : section.columns) cells.front().push_back(column.heading);
    for (const Json& row : section.rows) {
      cells.emplace_back();
      for (const Column& column : section.columns) cells.back().push_back(column.cell(row));
    }
    if (!section.headings) cells.erase(cells.begin());
    std::string lines = table(std::move(cells), !section.indented);
    lines.pop_back();
    for (const std::string& line : split(lines, '\n'))
      text.append(section.indented ? folded("  " + line) : line) += '\n';
  }
  return text + folded(section.notes);
}

/// Returns whether a spreadsheet may interpret the text as a formula. Some spreadsheets skip blanks and accept the
/// full-width forms of the signs.
bool is_formula(std::string_view text) {
  constexpr std::array<std::string_view, 8> signs = {"=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return std::any_of(signs.begin(), signs.end(), [&](std::string_view sign) { return text.starts_with(sign); });
}

std::string csv_cell(const std::string& text) {
  if (finite_number(text)) return text;
  const std::string shown = printable(text);
  std::string cell = (is_formula(shown) ? "'" : "") + shown;
  if (cell.find_first_of(",\"") == std::string::npos) return cell;
  std::string quoted(1, '"');
  for (const char each : cell) quoted.append(each == '"' ? 2 : 1, each);
  return quoted + '"';
}

}  // namespace

Show decimals(int digits) {
  return [digits](const Json& value) {
    const double number = number_in(value);
    return std::isfinite(number) ? fixed(number, digits) : "-";
  };
}

std::string significant(const Json& number) {
  return rounded(number_in(number));
}

Show interval(int digits) {
  return [digits](const Json& value) -> std::string {
    if (!value.is_array()) return "-";
    const auto end = [&](std::size_t which, double infinite) {
      return value[which].is_number() ? value[which].get<double>() : infinite;
    };
    const std::string text =
        interval_text({end(0, -INFINITY), end(1, INFINITY)}, [&](double number) { return fixed(number, digits); });
    return text.empty() ? "-" : text;
  };
}

Column::Column(const std::string& text, Show shown_as)
    : heading(text.substr(0, text.rfind('='))), show(std::move(shown_as)) {
  const std::size_t equals = text.rfind('=');
  const std::string member = equals == std::string::npos ? text : text.substr(equals + 1);
  if (!member.empty()) path = Json::json_pointer("/" + member);
}

std::string Column::cell(const Json& row) const {
  static const Json nothing;
  const Json& value = row.contains(path) ? row[path] : nothing;
  return show ? show(value) : text_of(value);
}

std::string to_text(const Report& report) {
  std::vector<std::string> parts;
  for (const Section& section : report.sections) {
    parts.push_back(to_text(section));
    if (parts.back().empty()) parts.pop_back();
  }
  return join(parts, "\n");
}

std::string to_csv(const Report& report) {
  const auto found = std::find_if(report.sections.rbegin(), report.sections.rend(),
                                  [](const Section& section) { return !section.csv.empty(); });
  return found == report.sections.rend() ? "" : csv_table(found->csv, found->rows);
}

void print(std::ostream& out, const Report& report, OutputFormat format) {
  out << (format == OutputFormat::text  ? to_text(report)
          : format == OutputFormat::csv ? to_csv(report)
                                        : to_line(report.json) + "\n");
}

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

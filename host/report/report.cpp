#include "host/report/report.hpp"

#include "host/report/numbers.hpp"
#include "host/util/escape.hpp"
#include "host/util/json.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

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

/// Returns the headings, and the cells of each row.
std::vector<std::vector<std::string>> cells_of(const Columns& columns, const Json& rows) {
  std::vector<std::vector<std::string>> cells(1);
  for (const Column& column : columns) cells.front().push_back(column.heading);
  for (const Json& row : rows) {
    cells.emplace_back();
    for (const Column& column : columns) cells.back().push_back(column.cell(row));
  }
  return cells;
}

std::string to_text(const Section& section) {
  std::string text = section.title.empty() ? "" : folded(section.title) + "\n";
  if (!section.columns.empty()) {
    std::vector<std::vector<std::string>> cells = cells_of(section.columns, section.rows);
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

int digits_of(const Json& rows, const std::string& member, int usual, const std::string& interval) {
  double narrowest = 0;
  double largest = 0;
  for (const Json& row : rows) {
    if (row.contains(member) && std::isfinite(number_in(row[member])))
      largest = std::max(largest, std::abs(number_in(row[member])));
    if (!row.contains(interval) || !row[interval].is_array()) continue;
    const double width = number_in(row[interval][1]) - number_in(row[interval][0]);
    if (width > 0 && (narrowest == 0 || width < narrowest)) narrowest = width;
  }
  const double shown = narrowest > 0 ? narrowest : largest;
  return shown > 0 ? std::max(usual, decimals_for(shown)) : usual;
}

std::string significant(const Json& number) {
  return rounded(number_in(number));
}

Show interval(int digits) {
  return [digits](const Json& value) -> std::string {
    if (!value.is_array()) return "-";
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto end = [&](std::size_t which, double otherwise) {
      return value[which].is_number() ? value[which].get<double>() : otherwise;
    };
    const std::string text =
        interval_text({end(0, -infinity), end(1, infinity)}, [&](double number) { return fixed(number, digits); });
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

std::string to_json(const Report& report) {
  return to_line(report.json) + "\n";
}

const std::vector<OutputFormat>& output_formats() {
  static const std::vector<OutputFormat> all = {{"csv", "print the last table as comma-separated values", true, to_csv},
                                                {"json", "print the result as one JSON object", false, to_json}};
  return all;
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::vector<std::string> written;
  written.reserve(cells.size());
  for (const std::string& cell : cells) written.push_back(csv_cell(cell));
  return join(written, ",");
}

std::string csv_table(const Columns& columns, const nlohmann::ordered_json& rows) {
  std::string text;
  for (const std::vector<std::string>& cells : cells_of(columns, rows)) text += csv_line(cells) + "\n";
  return text;
}

namespace {

/// The pictures that boards and tables are made of.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> pictures = {{
    {"\u2654\u2655\u2656\u2657\u2658\u2659", "KQRBNP"},
    {"\u265a\u265b\u265c\u265d\u265e\u265f", "kqrbnp"},
    {"\u2070\u00b9\u00b2\u00b3\u2074", "01234"},
    {"\u2075\u2076\u2077\u2078\u2079\u02e3", "56789x"},
    {"\u2190\u2191\u2192\u2193", "<^>v"},
    {"\u25a0\u25a1\u25cf\u25cb\u00b7", "X.*o."},
    {"\u2212\u2013\u2014\u2026", "---."},
    {"\u2018\u2019\u201c\u201d", "''\"\""},
}};

/// Returns the text with one ASCII character for each character, so that columns stay: a similar one, or '?'.
std::string in_ascii(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    const std::string_view one = text.substr(at, end - at);
    char shown = one.size() == 1 ? one.front() : '?';
    for (const auto& [known, letters] : pictures) {
      const std::size_t found = one.size() == 1 ? std::string_view::npos : known.find(one);
      if (found != std::string_view::npos) shown = letters[width(known.substr(0, found))];
    }
    plain += shown;
    at = end;
  }
  return plain;
}

/// Passes plain_lines() of its input to another buffer. Holds back an incomplete character until the rest arrives.
class SafeFilter : public std::streambuf {
 public:
  SafeFilter(std::streambuf& to, bool ascii) : to_(to), ascii_(ascii) {}
  SafeFilter(const SafeFilter&) = delete;
  SafeFilter& operator=(const SafeFilter&) = delete;
  ~SafeFilter() override { put(plain_lines(half_)); }

  /// Passes the text unchanged, if the terminal can show it.
  bool put(std::string_view text) {
    const std::string plain = ascii_ ? in_ascii(text) : std::string();
    if (ascii_) text = plain;
    return to_.sputn(text.data(), static_cast<std::streamsize>(text.size())) ==
           static_cast<std::streamsize>(text.size());
  }

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    half_.append(text, static_cast<std::size_t>(size));
    const std::string whole = half_.substr(0, half_.size() - unfinished(half_));
    half_.erase(0, whole.size());
    return put(plain_lines(whole)) ? size : 0;
  }

  int_type overflow(int_type next) override {
    if (traits_type::eq_int_type(next, traits_type::eof())) return traits_type::not_eof(next);
    const char c = traits_type::to_char_type(next);
    return xsputn(&c, 1) == 1 ? next : traits_type::eof();
  }

  int sync() override { return to_.pubsync(); }

 private:
  std::streambuf& to_;
  const bool ascii_;
  std::string half_;
};

}  // namespace

bool needs_ascii(int descriptor) {
  if (::isatty(descriptor) == 0) return false;
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const given = std::getenv(name);
    if (given == nullptr || *given == '\0') continue;
    const std::string_view locale = given;
    const auto codes = {"UTF-8", "utf-8", "UTF8", "utf8"};
    return std::ranges::none_of(codes, [&](const char* code) { return locale.find(code) != std::string_view::npos; });
  }
  return false;
}

SafeOutput::SafeOutput(std::ostream& stream, bool ascii)
    : stream_(stream),
      filter_(std::make_unique<SafeFilter>(*stream.rdbuf(), ascii)),
      before_(stream.rdbuf(filter_.get())) {}

SafeOutput::~SafeOutput() {
  stream_.flush();
  const std::ios_base::iostate state = stream_.rdstate();
  stream_.rdbuf(before_);  // this clears the stream's error state
  stream_.clear(state);
}

std::ostream& operator<<(std::ostream& out, RawTerminalText steering) {
  auto* const filter = dynamic_cast<SafeFilter*>(out.rdbuf());
  if (filter == nullptr) {
    out.write(steering.text.data(), static_cast<std::streamsize>(steering.text.size()));
  } else if (!filter->put(steering.text)) {
    out.setstate(std::ios_base::badbit);
  }
  return out;
}

void print_message(std::string_view sentence) {
  std::cerr << message_prefix() << printable(sentence) << "\n" << std::flush;
}

}  // namespace host

#include "host/report/numbers.hpp"

#include "host/util/escape.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <ctime>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string_view>

namespace host {

namespace {

std::size_t most_columns = 0;  // of a table's lines; 0: no limit

/// Returns the text, or as much of it as this width holds, with an ellipsis.
std::string shortened(const std::string& text, std::size_t most) {
  return width(text) <= most ? text : cut(text, most - 3) + "...";
}

/// Makes the widest columns of words narrower until a line fits, but none narrower than its share.
void narrow(std::vector<std::size_t>& widths, const std::vector<bool>& words) {
  constexpr std::size_t least = 12;
  const auto total = [&] { return std::accumulate(widths.begin(), widths.end(), 2 * (widths.size() - 1)); };
  while (total() > most_columns) {
    std::size_t widest = widths.size();
    for (std::size_t column = 0; column < widths.size(); ++column) {
      if (words[column] && widths[column] > least && (widest == widths.size() || widths[column] > widths[widest]))
        widest = column;
    }
    if (widest == widths.size()) return;
    --widths[widest];
  }
}

/// Folds a line, which has no line end.
std::string folded_line(std::string line) {
  const std::size_t text_begin = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t column = line.rfind("  ");
  std::size_t indent = column == std::string::npos || column < text_begin ? text_begin + 2 : column + 2;
  if (3 * indent > 2 * most_columns) indent = std::min<std::size_t>(text_begin + 2, most_columns / 2);
  std::string text;
  while (width(line) > most_columns) {
    const std::size_t end = line.rfind(' ', cut(line, most_columns + 1).size() - 1);
    if (end == std::string::npos || end < std::max(indent, text_begin)) break;  // a word that is too long
    text.append(line, 0, line.find_last_not_of(' ', end) + 1) += '\n';
    line.replace(0, line.find_first_not_of(' ', end), std::string(indent, ' '));
  }
  return text + line;
}

}  // namespace

std::string shown_score(double score) {
  constexpr double small = 10;
  constexpr double large = 1e12;  // above, its decimals are not exact
  const double size = std::abs(score);
  const double unit = size < small ? 1e6 : 100;
  return decimal(size > large ? score : std::round(score * unit) / unit);
}

std::string fixed(double number, int digits) {
  std::array<char, 400> text{};
  const auto result = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, digits);
  const std::string_view all(text.data(), static_cast<std::size_t>(result.ptr - text.data()));
  const bool is_nothing = all.find_first_not_of("-0.") == std::string_view::npos;
  return std::string(is_nothing && all.starts_with('-') ? all.substr(1) : all);  // replaces "-0.00" by "0.00"
}

int decimals_for(double size) {
  constexpr double most = 15;
  return static_cast<int>(std::clamp(1 - std::floor(std::log10(size)), 0.0, most));
}

std::string rounded(double number, const stats::Interval& interval) {
  if (number == 0) return "0";  // avoids "-0"
  if (!std::isfinite(number)) return std::isnan(number) ? "-" : number > 0 ? "infinity" : "-infinity";
  constexpr int usual = 5;
  constexpr int most = 15;
  const int before = static_cast<int>(std::floor(std::log10(std::abs(number)))) + 1;  // digits before the point
  const double width = interval.high - interval.low;
  const int decimals = std::isfinite(width) && width > 0 ? decimals_for(width) : 0;
  if (before > usual && before <= most) return fixed(number, std::min(decimals, most - before));
  std::array<char, 40> text{};
  const auto result = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general,
                                    std::clamp(before + decimals, usual, most));
  return {text.data(), result.ptr};
}

std::string with_sign(double number, const stats::Interval& interval) {
  return (number > 0 ? "+" : "") + rounded(number, interval);
}

std::string signed_fixed(double number, int digits) {
  return (number > 0 ? "+" : "") + fixed(number, digits);
}

std::string percent(double part) {
  return rounded(100 * part) + " %";
}

std::string p_text(double p) {
  return (p < 0.0001 ? "p < " : "p = ") + fixed(std::max(p, 0.0001), 4);
}

nlohmann::ordered_json number_json(double number) {
  constexpr double exact = 0x1p53;
  if (!std::isfinite(number)) return nullptr;
  if (number == std::floor(number) && std::abs(number) <= exact) return static_cast<std::int64_t>(number);
  return number;
}

nlohmann::ordered_json interval_json(const stats::Interval& interval) {
  return {interval.low, interval.high};
}

std::string local_time(std::int64_t seconds, bool with_zone) {
  const std::time_t time = seconds;
  std::tm local{};
  ::localtime_r(&time, &local);
  char text[32] = "";
  const std::size_t size =
      std::strftime(text, sizeof text, with_zone ? "%Y-%m-%d %H:%M:%S %Z" : "%Y-%m-%d %H:%M:%S", &local);
  return {text, size};
}

std::string folded(const std::string& text) {
  if (most_columns == 0) return text;
  std::string all;
  const std::string command = "  " + command_line("");
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    all += line.starts_with(command) ? line : folded_line(line);
    if (end == std::string::npos) break;
    all += '\n';
    at = end + 1;
  }
  return all;
}

std::string cut(const std::string& text, std::size_t columns) {
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U;
    if (begins && seen++ == columns) break;
  }
  return text.substr(0, end);
}

void limit_table_width(std::size_t columns) {
  most_columns = columns;
}

bool has_limited_tables() {
  return most_columns > 0;
}

namespace {

/// What the columns of a table have in common.
struct Layout {
  std::vector<std::size_t> widths{};
  std::vector<bool> numbers{};  // whether it has numbers below its heading
  std::vector<bool> words{};    // or words
};

Layout layout_of(const std::vector<std::vector<std::string>>& rows) {
  Layout all;
  for (const auto& row : rows) {
    all.widths.resize(std::max(all.widths.size(), row.size()), 0);
    all.numbers.resize(all.widths.size());
    all.words.resize(all.widths.size());
    for (std::size_t column = 0; column < row.size(); ++column) {
      all.widths[column] = std::max(all.widths[column], width(row[column]));
      if (&row == &rows.front() || row[column] == "-") continue;
      (finite_number(row[column]) ? all.numbers : all.words)[column] = true;
    }
  }
  return all;
}

/// Returns the first cell of a row and those from `begin` to `end`, in their columns.
std::string part_of(const std::vector<std::string>& row, std::size_t begin, std::size_t end, const Layout& layout) {
  std::string line;
  for (std::size_t column = 0; column < std::min(end, row.size()); column = column == 0 ? begin : column + 1) {
    const std::string cell = shortened(row[column], layout.widths[column]);
    const std::string room(layout.widths[column] - width(cell), ' ');
    if (column > 0) line += "  ";
    line += layout.numbers[column] && !layout.words[column] ? room + cell : cell + room;
  }
  return line.erase(line.find_last_not_of(' ') + 1) + "\n";
}

}  // namespace

std::string table(std::vector<std::vector<std::string>> rows, bool limited) {
  const std::size_t most = limited ? most_columns : 0;
  for (auto& row : rows) {
    for (std::string& cell : row) cell = printable(cell);
  }
  Layout layout = layout_of(rows);
  std::vector<std::size_t>& widths = layout.widths;
  if (most > 0 && !widths.empty()) narrow(widths, layout.words);
  std::string text;
  std::size_t end = 0;
  do {  // the columns of a part: the first one, and those that fit beside it
    const std::size_t begin = std::max<std::size_t>(end, 1);
    std::size_t used = widths.empty() ? 0 : widths.front();
    for (end = begin; end < widths.size(); ++end) {
      used += 2 + widths[end];
      if (most > 0 && used > most && end > begin) break;
    }
    if (begin > 1) text += "\n";
    for (const auto& row : rows) text += part_of(row, begin, end, layout);
  } while (end < widths.size());
  return text;
}

}  // namespace host

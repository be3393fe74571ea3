// Numbers, intervals, probabilities, times and tables for people, and intervals as JSON.
#pragma once

#include "host/stats/intervals.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace host {

/// Returns the number with `digits` decimals.
std::string fixed(double number, int digits);

/// Returns a score for people: with at most two decimals, or six if it is below 10.
std::string shown_score(double score);

/// Returns how many decimals show two significant digits of a positive size, such as the width of an interval.
int decimals_for(double size);

/// Returns the number with five significant digits; with as many more as show two of its interval's width.
std::string rounded(double number, const stats::Interval& interval = stats::whole_line);

/// Return the same with a '+' if the number is above 0, or that with `digits` decimals.
std::string with_sign(double number, const stats::Interval& interval = stats::whole_line);
std::string signed_fixed(double number, int digits);

/// Returns "5 %" for 0.05.
std::string percent(double part);

/// Returns "p = 0.0312", or "p < 0.0001".
std::string p_text(double p);

/// Returns "[1, 2]", "from 1", "up to 2", or "" for the whole line; in `words` "1 to 2". `text` formats a number.
template <class Text>
std::string interval_text(const stats::Interval& interval, Text text, bool words = false) {
  const bool has_low = std::isfinite(interval.low);
  const bool has_high = std::isfinite(interval.high);
  if (has_low != has_high) return has_low ? "from " + text(interval.low) : "up to " + text(interval.high);
  if (words) return text(interval.low) + " to " + text(interval.high);
  return has_low ? "[" + text(interval.low) + ", " + text(interval.high) + "]" : "";
}

inline double seconds(std::int64_t nanoseconds) {
  return static_cast<double>(nanoseconds) / 1e9;
}

/// Returns the number, as an integer if it is one; null if it is infinite or unknown.
nlohmann::ordered_json number_json(double number);

/// Returns both ends; an infinite or unknown one is null when it is written.
nlohmann::ordered_json interval_json(const stats::Interval& interval);

/// Returns "2024-05-01 14:30:00" in local time, for pages "2024-05-01 14:30:00 CEST". `seconds`: since 1970.
std::string local_time(std::int64_t seconds, bool with_zone = false);

/// Returns the first `columns` columns of a text.
std::string cut(const std::string& text, std::size_t columns);

/// From now on, table() cuts long cells of words where a line would have more than this number of columns, and prints
/// the columns that still do not fit below the others, beside the first column again. Default: 0, no limit. Not
/// thread-safe: called once, before any work.
void limit_table_width(std::size_t columns);

/// Returns the text with its long lines folded at blanks, if the width is limited: what is folded begins below the
/// line's last column. Lines with a command stay as they are, so that it can be copied.
std::string folded(const std::string& text);

/// Returns whether the width is limited.
bool has_limited_tables();

/// Returns rows of cells, printable() each, in aligned columns, separated by two blanks; lines end with '\n'. The first
/// row is the heading. A column is right-aligned if its other cells are numbers, or '-' for none. `limited`: whether
/// the limit holds; else lines can be folded().
std::string table(std::vector<std::vector<std::string>> rows, bool limited = true);

}  // namespace host

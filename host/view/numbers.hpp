// Numbers, intervals, probabilities and times for people, and intervals as JSON.
#pragma once

#include "host/stats/intervals.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cmath>
#include <cstdint>
#include <string>

namespace host {

/// Returns the number with `digits` decimals.
std::string fixed(double number, int digits);

/// Returns a score for people: with at most two decimals, or six if it is below 10.
std::string shown_score(double score);

/// Returns the number with five significant digits.
std::string rounded(double number);

/// Return the same with a '+' if the number is above 0: with five significant digits, or with `digits` decimals.
std::string with_sign(double number);
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

/// Returns both ends; an infinite or unknown one is null when it is written.
nlohmann::ordered_json interval_json(const stats::Interval& interval);

/// Returns "2024-05-01 14:30:00" in local time, for pages "2024-05-01 14:30:00 CEST". `seconds`: since 1970.
std::string local_time(std::int64_t seconds, bool with_zone = false);

}  // namespace host

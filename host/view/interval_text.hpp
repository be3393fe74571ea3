// An interval in a table.
#pragma once

#include "host/stats/interval.hpp"

#include <cmath>
#include <string>

namespace host {

/// Returns "[1, 2]", "from 1", "up to 2", or "" for the whole line. `text` formats a number.
template <class Text>
std::string interval_text(const stats::Interval& interval, Text text) {
  const bool has_low = std::isfinite(interval.low);
  const bool has_high = std::isfinite(interval.high);
  if (has_low && has_high) return "[" + text(interval.low) + ", " + text(interval.high) + "]";
  if (has_low) return "from " + text(interval.low);
  return has_high ? "up to " + text(interval.high) : "";
}

}  // namespace host

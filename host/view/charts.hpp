// Plots as SVG inside of HTML. All names are text from wherever: they are escaped here.
//
// Places along a line are percentages and there is no viewBox: a plot takes the width that it is given, and its text
// keeps its size on a phone.
#pragma once

#include "host/stats/interval.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace host {

/// What a plot is, for those who see it and those who don't.
struct ChartText {
  std::string id;           // a word; no other plot of the page has it
  std::string title;        // what is plotted
  std::string description;  // how to read it, and what is to be seen
  std::string axis;         // the scores' or ratings' name
};

/// A value and how far it may be off. What is not finite is not drawn.
struct IntervalRow {
  std::string name;
  double value = 0;
  stats::Interval interval;
};

/// A line for each: a dot on its interval.
std::string interval_chart(const ChartText& text, const std::vector<IntervalRow>& rows);

struct SpreadRow {
  std::string name;
  double mean = 0;
  std::map<double, std::uint64_t> counts;  // step n holds from n * step up to (n + 1) * step
};

/// A histogram for each, one below the other, over the same axis. Each is as high at its highest.
std::string spread_chart(const ChartText& text, const std::vector<SpreadRow>& rows, double step);

struct ScatterPoint {
  std::uint64_t seed = 0;
  double x = 0;
  double y = 0;
};

/// A dot for each seed; on the diagonal both are equal.
std::string scatter_chart(const ChartText& text, const std::string& x_name, const std::string& y_name,
                          const std::vector<ScatterPoint>& points);

struct DifferencePoint {
  std::uint64_t seed = 0;
  double difference = 0;
};

/// A dot for each seed, in the order given, above or below a line at 0, and a line at `mean`.
std::string difference_chart(const ChartText& text, double mean, const std::vector<DifferencePoint>& points);

}  // namespace host

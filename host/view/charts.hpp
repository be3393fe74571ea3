// Plots as SVG inside HTML. Names are untrusted text: these functions escape them.
//
// Horizontal positions are percentages and no plot has a viewBox. So a plot fills the given width, and its text keeps
// its size on a phone.
#pragma once

#include "host/stats/interval.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// The texts of a plot, also for screen readers.
struct ChartText {
  std::string id;           // a word, unique on the page
  std::string title;        // what is plotted
  std::string description;  // how to read the plot, and what it shows
  std::string axis;         // the name of the scores or ratings
};

/// A value and its interval. Values that are not finite are not drawn.
struct IntervalRow {
  std::string name;
  double value = 0;
  stats::Interval interval;
};

/// Draws a line for each row: a dot on its interval.
std::string interval_chart(const ChartText& text, const std::vector<IntervalRow>& rows);

struct SpreadRow {
  std::string name;
  double mean = 0;
  std::map<double, std::uint64_t> counts;  // step n covers n * step up to (n + 1) * step
};

/// Draws a histogram for each row, one below the other, over the same axis. Their highest bars have the same height.
std::string spread_chart(const ChartText& text, const std::vector<SpreadRow>& rows, double step);

struct ScatterPoint {
  std::uint64_t seed = 0;
  double x = 0;
  double y = 0;
};

/// Draws a dot for each seed; on the diagonal both scores are equal.
std::string scatter_chart(const ChartText& text, const std::string& x_name, const std::string& y_name,
                          const std::vector<ScatterPoint>& points);

struct DifferencePoint {
  std::uint64_t seed = 0;
  double difference = 0;
};

/// Draws a dot for each seed, in the given order, above or below a line at 0, and a line at `mean`.
std::string difference_chart(const ChartText& text, double mean, const std::vector<DifferencePoint>& points);

struct PlotPoint {
  std::string name;
  double x = 0;
  double y = 0;
  std::optional<stats::Interval> interval{};  // of y
  bool faint = false;
};

/// Draws a dot for each point, with its interval, and a vertical line at `mark`. The axis of `text` is that of x.
std::string point_chart(const ChartText& text, const std::string& y_name, const std::vector<PlotPoint>& points,
                        std::optional<double> mark = std::nullopt);

}  // namespace host

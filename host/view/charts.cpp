#include "host/view/charts.hpp"

#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/view/interval_text.hpp"
#include "host/view/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace host {

namespace {

constexpr double tick_count = 5;  // more ticks do not fit on a phone

/// Maps numbers to positions: percent of the plot's width, or pixels.
struct Scale {
  double low = 0;
  double high = 1;
  double from = 0;
  double to = 1;
  [[nodiscard]] double at(double number) const { return from + (number - low) / (high - low) * (to - from); }
};

/// Returns a scale for all the numbers, with a margin.
Scale scale_of(const std::vector<double>& numbers, double from, double to) {
  double low = 0;
  double high = 1;
  bool empty = true;
  for (const double number : numbers) {
    // Larger numbers would overflow in differences.
    if (!(std::abs(number) < 1e300)) continue;
    low = empty ? number : std::min(low, number);
    high = empty ? number : std::max(high, number);
    empty = false;
  }
  double room = (high - low) * 0.04;
  if (room == 0) room = high == 0 ? 1 : std::max(std::abs(high) * 0.05, 1e-9);
  return {low - room, high + room, from, to};
}

/// Returns 1, 2 or 5 times a power of ten, so that the scale has about `count` ticks.
double tick_step(const Scale& scale, double count) {
  const double rough = (scale.high - scale.low) / count;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) return factor * power;
  }
  return 10 * power;
}

std::vector<double> ticks(const Scale& scale, double count) {
  const double step = tick_step(scale, count);
  std::vector<double> all;
  const double first = std::ceil(scale.low / step);
  for (int i = 0; i < 3 * static_cast<int>(count) && (first + i) * step <= scale.high; ++i)
    all.push_back((first + i) * step);
  return all;
}

std::string tick_text(double number, double step) {
  if (std::abs(number) >= 1e7 || step < 1e-6) return decimal(static_cast<double>(static_cast<float>(number)));
  const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  return fixed(number == 0 ? 0 : number, digits);
}

std::string px(double number) {
  return fixed(number, 1);
}

std::string percent_across(double number) {
  return fixed(number, 2) + "%";
}

Scale across(const std::vector<double>& numbers) {
  return scale_of(numbers, 0, 100);
}

/// Shortens a name in its middle: similar names usually differ at the start or the end.
std::string shortened(const std::string& name, std::size_t most) {
  const std::size_t all = width(name);
  if (all <= most) return name;
  const std::size_t tail = most / 2;
  const std::size_t head = most - tail - 1;
  std::string parts[2];
  std::size_t character = 0;  // number of the character to which the byte belongs, from 1
  for (const char byte : name) {
    if ((static_cast<unsigned char>(byte) & 0xc0U) != 0x80U) ++character;
    if (character <= head) parts[0] += byte;
    if (character > all - tail) parts[1] += byte;
  }
  return parts[0] + "\u2026" + parts[1];
}

/// Coordinates are in pixels, or end with '%'.
std::string line(const char* style, const std::string& x1, const std::string& y1, const std::string& x2,
                 const std::string& y2) {
  return std::string("<line class=\"") + style + "\" x1=\"" + x1 + "\" y1=\"" + y1 + "\" x2=\"" + x2 + "\" y2=\"" + y2 +
         "\"/>\n";
}

/// `shift` moves the text down, in pixels.
std::string words(const char* style, const char* anchor, const std::string& x, const std::string& y, double shift,
                  const std::string& text) {
  return std::string("<text class=\"") + style + "\" text-anchor=\"" + anchor + "\" x=\"" + x + "\" y=\"" + y +
         "\" dy=\"" + px(shift) + "\">" + escaped(text) + "</text>\n";
}

std::string dot(const char* style, double x, const std::string& y, const char* radius, const std::string& title) {
  return std::string("<circle class=\"") + style + "\" cx=\"" + percent_across(x) + "\" cy=\"" + y + "\" r=\"" +
         radius + "\"><title>" + escaped(title) + "</title></circle>\n";
}

/// Puts the name above its row, so that the row has the whole width.
std::string label(double y, const std::string& name, std::size_t most) {
  return "<g><title>" + escaped(name) + "</title>" + words("", "start", "0", px(y), 0, shortened(name, most)) +
         "</g>\n";
}

/// `height` in pixels; 0 for a square.
std::string opened(const ChartText& text, double height) {
  const std::string id = escaped(text.id);
  const std::string size = height == 0 ? "" : " height=\"" + px(height) + "\"";
  return std::string(height == 0 ? "<figure class=\"square\">" : "<figure>") +
         "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100%\"" + size + " role=\"img\" aria-labelledby=\"" + id +
         "-title " + id + "-desc\">\n<title id=\"" + id + "-title\">" + escaped(text.title) + "</title>\n<desc id=\"" +
         id + "-desc\">" + escaped(text.description) + "</desc>\n";
}

/// Closes the plot and puts the axis's name below it.
std::string closed(const std::string& axis) {
  return "</svg><figcaption>" + escaped(axis) + "</figcaption></figure>\n";
}

/// Draws lines from `top` to `bottom`, and their numbers below.
std::string x_axis(const Scale& scale, const std::string& top, const std::string& bottom) {
  std::string svg;
  const double step = tick_step(scale, tick_count);
  for (const double tick : ticks(scale, tick_count)) {
    const std::string x = percent_across(scale.at(tick));
    svg += line("line", x, top, x, bottom) + words("soft", "middle", x, bottom, 16, tick_text(tick, step));
  }
  return svg;
}

/// `at` returns the position of a number. The numbers are on their lines, so they need no margin.
template <class At>
std::string y_axis(const Scale& scale, At at) {
  std::string svg;
  const double step = tick_step(scale, tick_count);
  for (const double tick : ticks(scale, tick_count)) {
    const std::string y = at(scale.at(tick));
    svg += line("line", "0", y, "100%", y) + words("soft", "start", "0", y, -3, tick_text(tick, step));
  }
  return svg;
}

std::string interval_marks(const IntervalRow& row, const Scale& scale, double y) {
  const auto end = [&](double number) {
    const std::string x = percent_across(scale.at(number));
    return std::isfinite(number) ? line("mark", x, px(y - 5), x, px(y + 5)) : "";
  };
  const double low = std::isfinite(row.interval.low) ? scale.at(row.interval.low) : 0;
  const double high = std::isfinite(row.interval.high) ? scale.at(row.interval.high) : 100;
  return line("mark", percent_across(low), px(y), percent_across(high), px(y)) + end(row.interval.low) +
         end(row.interval.high);
}

}  // namespace

std::string interval_chart(const ChartText& text, const std::vector<IntervalRow>& rows) {
  constexpr double height = 42;
  std::vector<double> numbers;
  for (const IntervalRow& row : rows) numbers.insert(numbers.end(), {row.value, row.interval.low, row.interval.high});
  const Scale scale = across(numbers);
  const double bottom = height * static_cast<double>(rows.size());
  std::string svg = opened(text, bottom + 20) + x_axis(scale, "0", px(bottom));
  const int digits = tick_step(scale, tick_count) >= 5 ? 0 : 2;
  double top = 0;
  for (const IntervalRow& row : rows) {
    const double y = top + 29;
    const auto number = [&](double value) { return std::isfinite(value) ? fixed(value, digits) : "-"; };
    const std::string bounds = interval_text(row.interval, number);
    const std::string says = number(row.value) + (bounds.empty() ? "" : " " + bounds);
    svg += label(top + 16, row.name, 26) + words("soft", "end", "100%", px(top + 16), 0, says);
    if (!bounds.empty()) svg += interval_marks(row, scale, y);
    if (std::isfinite(row.value)) svg += dot("dot", scale.at(row.value), px(y), "4.5", row.name + ": " + says);
    top += height;
  }
  return svg + closed(text.axis);
}

std::string spread_chart(const ChartText& text, const std::vector<SpreadRow>& rows, double step) {
  constexpr double height = 72;
  std::vector<double> numbers;
  for (const SpreadRow& row : rows) {
    if (row.counts.empty()) continue;
    numbers.push_back(row.counts.begin()->first * step);
    numbers.push_back((row.counts.rbegin()->first + 1) * step);
  }
  const Scale scale = across(numbers);
  const double bottom = height * static_cast<double>(rows.size());
  std::string svg = opened(text, bottom + 20) + x_axis(scale, "0", px(bottom));
  double base = height;
  for (const SpreadRow& row : rows) {
    svg += label(base - height + 16, row.name, 40) + line("line", "0", px(base), "100%", px(base));
    std::uint64_t most = 1;
    for (const auto& [number, count] : row.counts) most = std::max(most, count);
    for (const auto& [number, count] : row.counts) {
      const double left = scale.at(number * step);
      const double bar = (height - 24) * static_cast<double>(count) / static_cast<double>(most);
      const double wide = std::max(scale.at((number + 1) * step) - left, 0.3);
      svg += "<rect class=\"bar\" x=\"" + percent_across(left) + "\" y=\"" + px(base - bar) + "\" width=\"" +
             percent_across(wide) + "\" height=\"" + px(bar) + "\"><title>" + escaped(row.name) + ": " +
             std::to_string(count) + " from " + decimal(number * step) + " to " + decimal((number + 1) * step) +
             "</title></rect>\n";
    }
    base += height;
  }
  return svg + closed(text.axis);
}

std::string scatter_chart(const ChartText& text, const std::string& x_name, const std::string& y_name,
                          const std::vector<ScatterPoint>& points) {
  std::vector<double> numbers;
  for (const ScatterPoint& point : points) numbers.insert(numbers.end(), {point.x, point.y});
  const Scale x = across(numbers);
  const Scale y{x.low, x.high, 100, 0};
  std::string svg = opened(text, 0) + x_axis(x, "0", "100%") + y_axis(y, percent_across);
  svg += line("axis", "0", "100%", "100%", "0");
  for (const ScatterPoint& point : points) {
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) continue;
    svg += dot("faint", x.at(point.x), percent_across(y.at(point.y)), "3.5",
               "seed " + std::to_string(point.seed) + ": " + x_name + " " + decimal(point.x) + ", " + y_name + " " +
                   decimal(point.y));
  }
  return svg + closed("across: " + x_name + ", up: " + y_name + "; " + text.axis);
}

std::string difference_chart(const ChartText& text, double mean, const std::vector<DifferencePoint>& points) {
  constexpr double height = 280;
  std::vector<double> numbers = {0, mean};
  for (const DifferencePoint& point : points) numbers.push_back(point.difference);
  const Scale y = scale_of(numbers, height, 0);
  const auto count = static_cast<double>(points.size());
  const auto x = [&](std::size_t index) { return (static_cast<double>(index) + 0.5) / count * 100; };
  std::string svg = opened(text, height + 20) + y_axis(y, px);
  svg += line("axis", "0", px(y.at(0)), "100%", px(y.at(0)));
  if (std::isfinite(mean)) {
    svg += line("mean", "0", px(y.at(mean)), "100%", px(y.at(mean)));
    svg += words("", "end", "100%", px(y.at(mean)), mean < 0 ? 14 : -4, "mean " + fixed(mean, 2));
  }
  // Seeds of 64 bits do not fit.
  constexpr std::uint64_t short_seeds = 10'000'000;
  const bool labelled =
      std::all_of(points.begin(), points.end(), [](const DifferencePoint& point) { return point.seed < short_seeds; });
  for (std::size_t index = 0; index < points.size(); ++index) {
    const DifferencePoint& point = points[index];
    const std::size_t every = (points.size() + 4) / 5;
    if (labelled && index % every == 0)
      svg += words("soft", "middle", percent_across(x(index)), px(height), 16, std::to_string(point.seed));
    if (!std::isfinite(point.difference)) continue;
    svg += dot("faint", x(index), px(y.at(point.difference)), "3.5",
               "seed " + std::to_string(point.seed) + ": " + decimal(point.difference));
  }
  return svg + closed(text.axis);
}

std::string point_chart(const ChartText& text, const std::string& y_name, const std::vector<PlotPoint>& points,
                        std::optional<double> mark) {
  constexpr double height = 280;
  std::vector<double> across_numbers;
  std::vector<double> up_numbers = {0};
  for (const PlotPoint& point : points) {
    across_numbers.push_back(point.x);
    up_numbers.push_back(point.y);
  }
  if (mark) across_numbers.push_back(*mark);
  const Scale x = across(across_numbers);
  // Intervals may leave the plot: a wide one must not flatten all others.
  const Scale y = scale_of(up_numbers, height, 0);
  const auto inside = [&](double number) { return std::clamp(y.at(number), 0.0, height); };
  std::string svg = opened(text, height + 20) + x_axis(x, "0", px(height)) + y_axis(y, px);
  svg += line("axis", "0", px(y.at(0)), "100%", px(y.at(0)));
  if (mark) svg += line("mean", percent_across(x.at(*mark)), "0", percent_across(x.at(*mark)), px(height));
  for (const PlotPoint& point : points) {
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) continue;
    const std::string place = percent_across(x.at(point.x));
    if (point.interval && std::isfinite(point.interval->low) && std::isfinite(point.interval->high))
      svg += line("line", place, px(inside(point.interval->low)), place, px(inside(point.interval->high)));
    svg += dot(point.faint ? "faint" : "dot", x.at(point.x), px(y.at(point.y)), "3.5",
               point.name + ": " + fixed(point.y, 2));
  }
  return svg + closed("across: " + text.axis + ", up: " + y_name);
}

}  // namespace host

#include "host/view/charts.hpp"

#include "host/text.hpp"
#include "host/view/html.hpp"
#include "host/view/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace host {

namespace {

constexpr double chart_width = 860;
constexpr double label_width = 190;
constexpr double margin = 20;

/// Numbers along a line of pixels.
struct Scale {
  double low = 0;
  double high = 1;
  double from = 0;
  double to = 1;
  [[nodiscard]] double at(double number) const { return from + (number - low) / (high - low) * (to - from); }
};

/// Around all the numbers, with some room.
Scale scale_of(const std::vector<double>& numbers, double from, double to) {
  double low = 0;
  double high = 1;
  bool empty = true;
  for (const double number : numbers) {
    // Beyond that, differences would overflow.
    if (!(std::abs(number) < 1e300)) continue;
    low = empty ? number : std::min(low, number);
    high = empty ? number : std::max(high, number);
    empty = false;
  }
  double room = (high - low) * 0.04;
  if (room == 0) room = std::max(std::abs(high) * 0.05, 1e-9);
  return {low - room, high + room, from, to};
}

/// 1, 2 or 5 times a power of ten, so that there are about `count` of them on the scale.
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

/// As much of it as has room.
std::string shortened(const std::string& name, std::size_t most) {
  if (width(name) <= most) return name;
  std::string part;
  for (const char each : name) {
    const bool begins = (static_cast<unsigned char>(each) & 0xc0U) != 0x80U;
    if (begins && width(part) + 1 == most) break;
    part += each;
  }
  return part + "\u2026";
}

std::string line(const char* style, double x1, double y1, double x2, double y2) {
  return std::string("<line class=\"") + style + "\" x1=\"" + px(x1) + "\" y1=\"" + px(y1) + "\" x2=\"" + px(x2) +
         "\" y2=\"" + px(y2) + "\"/>\n";
}

std::string words(const char* style, const char* anchor, double x, double y, const std::string& text,
                  const std::string& turn = {}) {
  return std::string("<text class=\"") + style + "\" text-anchor=\"" + anchor + "\" x=\"" + px(x) + "\" y=\"" + px(y) +
         "\"" + turn + ">" + escaped(text) + "</text>\n";
}

std::string label(double y, const std::string& name) {
  return "<g><title>" + escaped(name) + "</title>" + words("", "end", label_width - 12, y, shortened(name, 24)) +
         "</g>\n";
}

std::string opened(const ChartText& text, const char* style, double width, double height) {
  const std::string id = escaped(text.id);
  return "<figure><svg xmlns=\"http://www.w3.org/2000/svg\" class=\"" + std::string(style) + "\" viewBox=\"0 0 " +
         px(width) + " " + px(height) + "\" role=\"img\" aria-labelledby=\"" + id + "-title " + id + "-desc\">\n" +
         "<title id=\"" + id + "-title\">" + escaped(text.title) + "</title>\n<desc id=\"" + id + "-desc\">" +
         escaped(text.description) + "</desc>\n";
}

constexpr const char* closed = "</svg></figure>\n";

/// Below what is drawn, with lines up to `top`.
std::string x_axis(const Scale& scale, double top, double bottom, const std::string& name, double count) {
  std::string svg;
  const double step = tick_step(scale, count);
  for (const double tick : ticks(scale, count)) {
    svg += line("line", scale.at(tick), top, scale.at(tick), bottom);
    svg += words("soft", "middle", scale.at(tick), bottom + 16, tick_text(tick, step));
  }
  return svg + words("soft", "middle", (scale.from + scale.to) / 2, bottom + 36, name);
}

}  // namespace

std::string interval_chart(const ChartText& text, const std::vector<IntervalRow>& rows) {
  constexpr double height = 28;
  std::vector<double> numbers;
  for (const IntervalRow& row : rows) numbers.insert(numbers.end(), {row.value, row.interval.low, row.interval.high});
  const Scale scale = scale_of(numbers, label_width, chart_width - margin);
  const double bottom = 8 + height * static_cast<double>(rows.size());
  std::string svg = opened(text, "", chart_width, bottom + 44) + x_axis(scale, 8, bottom, text.axis, 8);
  double y = 8 + height / 2;
  for (const IntervalRow& row : rows) {
    svg += label(y + 4, row.name);
    std::string says = row.name + ": " + fixed(row.value, 2);
    std::string marks;
    if (std::isfinite(row.interval.low) && std::isfinite(row.interval.high)) {
      says += ", from " + fixed(row.interval.low, 2) + " to " + fixed(row.interval.high, 2);
      const double low = scale.at(row.interval.low);
      const double high = scale.at(row.interval.high);
      marks +=
          line("mark", low, y, high, y) + line("mark", low, y - 5, low, y + 5) + line("mark", high, y - 5, high, y + 5);
    }
    if (std::isfinite(row.value))
      marks += "<circle class=\"dot\" cx=\"" + px(scale.at(row.value)) + "\" cy=\"" + px(y) + "\" r=\"4.5\"/>\n";
    svg += "<g><title>" + escaped(says) + "</title>\n" + marks + "</g>\n";
    y += height;
  }
  return svg + closed;
}

std::string spread_chart(const ChartText& text, const std::vector<SpreadRow>& rows, double step) {
  constexpr double height = 64;
  std::vector<double> numbers;
  for (const SpreadRow& row : rows) {
    if (row.counts.empty()) continue;
    numbers.push_back(row.counts.begin()->first * step);
    numbers.push_back((row.counts.rbegin()->first + 1) * step);
  }
  const Scale scale = scale_of(numbers, label_width, chart_width - margin);
  const double bottom = 8 + height * static_cast<double>(rows.size());
  std::string svg = opened(text, "", chart_width, bottom + 44) + x_axis(scale, 8, bottom, text.axis, 8);
  double base = height;
  for (const SpreadRow& row : rows) {
    svg += label(base - 4, row.name) + line("line", label_width, base, chart_width - margin, base);
    std::uint64_t most = 1;
    for (const auto& [number, count] : row.counts) most = std::max(most, count);
    for (const auto& [number, count] : row.counts) {
      const double left = scale.at(number * step);
      const double bar = (height - 14) * static_cast<double>(count) / static_cast<double>(most);
      const double wide = std::max(scale.at((number + 1) * step) - left - 1, 2.0);
      svg += "<rect class=\"bar\" x=\"" + px(left) + "\" y=\"" + px(base - bar) + "\" width=\"" + px(wide) +
             "\" height=\"" + px(bar) + "\"><title>" + escaped(row.name) + ": " + std::to_string(count) + " from " +
             decimal(number * step) + " to " + decimal((number + 1) * step) + "</title></rect>\n";
    }
    base += height;
  }
  return svg + closed;
}

std::string scatter_chart(const ChartText& text, const std::string& x_name, const std::string& y_name,
                          const std::vector<ScatterPoint>& points) {
  constexpr double side = 520;
  constexpr double left = 80;
  constexpr double bottom = 430;
  std::vector<double> numbers;
  for (const ScatterPoint& point : points) numbers.insert(numbers.end(), {point.x, point.y});
  const Scale x = scale_of(numbers, left, side - margin);
  const Scale y{x.low, x.high, bottom, bottom - (side - margin - left)};
  const std::string x_text = shortened(x_name, 30);
  std::string svg = opened(text, "square", side, bottom + 44) + x_axis(x, y.to, bottom, x_text + ", " + text.axis, 6);
  const double step = tick_step(y, 6);
  for (const double tick : ticks(y, 6)) {
    svg += line("line", left, y.at(tick), side - margin, y.at(tick));
    svg += words("soft", "end", left - 8, y.at(tick) + 4, tick_text(tick, step));
  }
  const double middle = (y.from + y.to) / 2;
  svg += words("soft", "middle", 14, middle, shortened(y_name, 30) + ", " + text.axis,
               " transform=\"rotate(-90 14 " + px(middle) + ")\"");
  svg += line("line", x.from, y.from, x.to, y.to);
  for (const ScatterPoint& point : points) {
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) continue;
    svg += "<circle class=\"faint\" cx=\"" + px(x.at(point.x)) + "\" cy=\"" + px(y.at(point.y)) +
           "\" r=\"3.5\"><title>seed " + std::to_string(point.seed) + ": " + escaped(x_name) + " " + decimal(point.x) +
           ", " + escaped(y_name) + " " + decimal(point.y) + "</title></circle>\n";
  }
  return svg + closed;
}

}  // namespace host

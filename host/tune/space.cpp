#include "host/tune/space.hpp"

#include "host/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace host {

double Parameter::nearest(double value) const {
  const double inside = std::clamp(value, low, high);
  if (kind == ParameterKind::number) {
    // Relative to the value itself in a logarithmic range, to the range's width in a linear one.
    const double size = logarithmic ? inside : high - low;
    const double grain = std::pow(10, std::floor(std::log10(size)) - 4);
    return std::clamp(std::round(inside / grain) * grain, low, high);
  }
  const double width = kind == ParameterKind::integer ? step : 1;
  return std::min(low + std::round((inside - low) / width) * width, low + std::floor((high - low) / width) * width);
}

std::string Parameter::text(double value) const {
  if (kind == ParameterKind::flag) return value < 0.5 ? "no" : "yes";
  if (kind == ParameterKind::choice) return choices[static_cast<std::size_t>(std::lround(value))];
  if (kind == ParameterKind::integer) return std::to_string(std::llround(value));
  // The float nearest to the value has the digits that nearest() leaves, without those of binary rounding.
  constexpr int digits = 9;
  char buffer[64];
  const auto [end, fault] = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits);
  double same = value;
  std::from_chars(buffer, end, same);
  return fault == std::errc{} ? decimal(same) : decimal(value);
}

double Parameter::to_unit(double value) const {
  if (logarithmic) return std::log(value / low) / std::log(high / low);
  return (value - low) / (high - low);
}

double Parameter::from_unit(double unit) const {
  const double inside = std::clamp(unit, 0.0, 1.0);
  if (logarithmic) return low * std::pow(high / low, inside);
  return low + inside * (high - low);
}

Point Space::start() const {
  Point point;
  for (const Parameter& parameter : parameters) point.push_back(parameter.start);
  return point;
}

std::vector<std::string> Space::options_of(const Point& point) const {
  std::vector<std::string> values = options;
  std::vector<bool> begun(options.size(), false);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    std::string& value = values[parameter.option];
    if (!parameter.element) {
      value = parameter.text(point[i]);
      continue;
    }
    if (begun[parameter.option]) value += separators[parameter.option];
    if (!begun[parameter.option]) value.clear();
    begun[parameter.option] = true;
    value += parameter.text(point[i]);
  }
  return values;
}

std::vector<std::size_t> Space::tuned() const {
  std::vector<std::size_t> found;
  for (const Parameter& parameter : parameters) {
    if (found.empty() || found.back() != parameter.option) found.push_back(parameter.option);
  }
  return found;
}

Point Space::with_option(Point point, std::size_t option, const Point& from) const {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].option == option) point[i] = from[i];
  }
  return point;
}

std::string Space::assignments(const Point& point) const {
  const std::vector<std::string> values = options_of(point);
  std::string text;
  for (const std::size_t option : tuned()) text.append(",").append(names[option]).append("=").append(values[option]);
  return text;
}

}  // namespace host

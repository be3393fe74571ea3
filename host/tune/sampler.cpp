#include "host/tune/sampler.hpp"

#include <cmath>

namespace host {

std::vector<Point> RandomSampler::ask(std::size_t count) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < count; ++i) {
    Point point;
    for (const Parameter& parameter : space_.parameters) {
      // Discrete values are equally likely, those at the ends of the range too.
      const double step = parameter.kind == ParameterKind::integer ? parameter.step : 1;
      const double values = std::floor((parameter.high - parameter.low) / step) + 1;
      const bool even = parameter.kind != ParameterKind::number && !parameter.logarithmic;
      const double value =
          even ? parameter.low + step * std::floor(draw_.fraction() * values) : parameter.from_unit(draw_.fraction());
      point.push_back(parameter.nearest(value));
    }
    points.push_back(std::move(point));
  }
  return points;
}

}  // namespace host

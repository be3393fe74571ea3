#include "host/tune/spsa.hpp"

#include <algorithm>
#include <cmath>

namespace host {

namespace {

/// Steps that start at the same point and are played at the same time. Fixed, so that the result does not depend on the
/// number of cores.
constexpr std::size_t steps_a_group = 16;
constexpr double largest_result =
    3;  // one result in units of the root mean square: rare large scores must not lead astray

}  // namespace

Spsa::Spsa(const Space& space, Judge judge, const SpsaOptions& options)
    : space_(space), judge_(std::move(judge)), options_(options), draw_(options.seed), scale_(1) {
  for (const Parameter& parameter : space.parameters) units_.push_back(parameter.to_unit(parameter.start));
  double squares = 0;
  for (std::size_t step = 1; step <= options.steps; ++step) squares += gain(step) * gain(step);
  if (squares > 0) scale_ = options.rate / std::sqrt(squares);
}

/// The move of a parameter by one result of size 1: a_k / c_k.
double Spsa::gain(std::size_t step) const {
  const auto k = static_cast<double>(step);
  const double stability = static_cast<double>(options_.steps) / 10;
  return scale_ * std::pow(k, 0.101) / std::pow(stability + k, 0.602);
}

/// Integers are rounded up with the probability of their fraction, so that small steps count too.
Point Spsa::point_of(const std::vector<double>& units, bool rounded_by_chance) {
  Point point;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Parameter& parameter = space_.parameters[i];
    double value = parameter.from_unit(units[i]);
    if (rounded_by_chance && parameter.kind == ParameterKind::integer) {
      const double place = (value - parameter.low) / parameter.step;
      value =
          parameter.low + parameter.step * (std::floor(place) + (draw_.fraction() < place - std::floor(place) ? 1 : 0));
    }
    point.push_back(parameter.nearest(value));
  }
  return point;
}

void Spsa::play_group(std::size_t count) {
  std::vector<Trial> trials;
  std::vector<std::vector<double>> flips;
  for (std::size_t i = 0; i < count; ++i) {
    const double width = options_.perturbation *
                         std::pow(static_cast<double>(options_.steps) / static_cast<double>(steps_ + i + 1), 0.101);
    std::vector<double> up = units_;
    std::vector<double> down = units_;
    flips.emplace_back();
    for (std::size_t at = 0; at < units_.size(); ++at) {
      flips.back().push_back(draw_.below(2) == 0 ? 1 : -1);
      up[at] = std::clamp(units_[at] + width * flips.back()[at], 0.0, 1.0);
      down[at] = std::clamp(units_[at] - width * flips.back()[at], 0.0, 1.0);
    }
    Point first = point_of(up, true);
    trials.push_back({.point = std::move(first), .other = point_of(down, true), .seed = seeds_ + i});
  }
  const std::vector<double> differences = judge_(trials);
  seeds_ += count;
  for (const double difference : without_copies(differences)) {
    squares_ += difference * difference;
    ++results_;
  }
  const double size = results_ == 0 ? 0 : std::sqrt(squares_ / static_cast<double>(results_));
  for (std::size_t i = 0; i < count; ++i) {
    if (is_copy(differences[i])) continue;
    const double result = size == 0 ? 0 : std::clamp(differences[i] / size, -largest_result, largest_result);
    for (std::size_t at = 0; at < units_.size(); ++at)
      units_[at] = std::clamp(units_[at] + gain(steps_ + i + 1) * result * flips[i][at], 0.0, 1.0);
  }
  steps_ += count;
  path_.push_back(units_);
}

Point Spsa::best() const {
  if (path_.empty()) return space_.start();
  std::vector<double> mean(units_.size(), 0);
  const std::size_t first = path_.size() / 2;
  for (std::size_t i = first; i < path_.size(); ++i) {
    for (std::size_t at = 0; at < mean.size(); ++at) mean[at] += path_[i][at];
  }
  Point point;
  for (std::size_t at = 0; at < mean.size(); ++at) {
    const Parameter& parameter = space_.parameters[at];
    point.push_back(parameter.nearest(parameter.from_unit(mean[at] / static_cast<double>(path_.size() - first))));
  }
  return point;
}

void Spsa::look() {
  if (options_.look_seeds == 0) return;
  Look look{.steps = steps_, .point = best()};
  std::vector<Trial> trials;
  for (std::size_t i = 0; i < options_.look_seeds; ++i) trials.push_back({.point = look.point, .seed = seeds_ + i});
  look.values = without_copies(judge_(trials));
  seeds_ += options_.look_seeds;
  looks_.push_back(std::move(look));
}

void Spsa::run() {
  try {
    while (steps_ < options_.steps) {
      play_group(std::min(steps_a_group, options_.steps - steps_));
      if (steps_ * options_.looks / options_.steps > looks_.size()) look();
    }
  } catch (const Stopped&) {
    stopped_ = true;
  }
}

}  // namespace host

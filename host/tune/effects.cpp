#include "host/tune/effects.hpp"

#include "host/stats/paired.hpp"
#include "host/stats/significance.hpp"

#include <algorithm>

namespace host {

namespace {

/// Returns the end of the range, or the choice, that is farther away.
double far_from(const Parameter& parameter, double value) {
  return parameter.nearest(parameter.to_unit(value) < 0.5 ? parameter.high : parameter.low);
}

}  // namespace

bool OptionEffect::does_nothing() const {
  return values.size() >= stats::least_seeds &&
         std::all_of(values.begin(), values.end(), [](double value) { return value == 0; });
}

std::vector<OptionEffect> effects_of(const Space& space, const Point& point, const Judge& judge, std::size_t first,
                                     std::size_t seeds) {
  std::vector<OptionEffect> effects;
  std::vector<Trial> trials;
  for (const std::size_t option : space.tuned()) {
    OptionEffect effect{.option = option, .point = point, .other = space.with_option(point, option, space.start())};
    effect.kept = effect.other == point;
    if (effect.kept) {
      for (std::size_t i = 0; i < point.size(); ++i) {
        if (space.parameters[i].option == option) effect.other[i] = far_from(space.parameters[i], point[i]);
      }
    }
    for (std::size_t seed = 0; seed < seeds; ++seed)
      trials.push_back({.point = point, .other = effect.other, .seed = first + seed});
    effects.push_back(std::move(effect));
  }
  const std::vector<double> values = judge(trials);
  std::vector<double> p;
  for (std::size_t i = 0; i < effects.size(); ++i) {
    OptionEffect& effect = effects[i];
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i * seeds);
    effect.values = without_copies({begin, begin + static_cast<std::ptrdiff_t>(seeds)});
    const stats::Paired paired = stats::compare(effect.values, std::vector<double>(effect.values.size(), 0));
    effect.mean = paired.mean;
    effect.interval = paired.interval;
    p.push_back(paired.signed_rank.p);
  }
  const std::vector<double> adjusted = stats::holm(p);
  for (std::size_t i = 0; i < effects.size(); ++i) effects[i].p = adjusted[i];
  return effects;
}

Point without_idle(const Space& space, const Point& point, const std::vector<OptionEffect>& effects) {
  Point result = point;
  for (const OptionEffect& effect : effects) {
    if (effect.does_nothing()) result = space.with_option(result, effect.option, space.start());
  }
  return result;
}

}  // namespace host

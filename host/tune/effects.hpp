// What each option does at the point that a search has found.
#pragma once

#include "host/stats/interval.hpp"
#include "host/tune/judge.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace host {

/// The point compared with itself in which one option has another value.
struct OptionEffect {
  std::size_t option = 0;  // its place in the declaration
  Point point;
  Point other;        // with the other value: the start's, or one as far away as possible if that is the point's
  bool kept = false;  // whether the point has the start's value
  std::vector<double> values{};  // the point's gain over `other` on each seed
  double mean = 0;
  stats::Interval interval{};  // 95 %, from a bootstrap
  double p = 1;                // signed-rank test, by Holm's method over all options

  /// Returns whether both scored the same on every seed, and there were enough of these to say so.
  [[nodiscard]] bool does_nothing() const;
  /// Returns whether the test finds an effect.
  [[nodiscard]] bool found() const { return p <= 0.05; }
};

/// Plays each option's comparison on `seeds` seeds from number `first` on. Throws Stopped.
std::vector<OptionEffect> effects_of(const Space& space, const Point& point, const Judge& judge, std::size_t first,
                                     std::size_t seeds);

/// Returns the point with the start's values of all options that do nothing.
Point without_idle(const Space& space, const Point& point, const std::vector<OptionEffect>& effects);

}  // namespace host

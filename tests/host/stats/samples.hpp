// Random numbers of some distributions, for simulations; the same on every machine.
#pragma once

#include "host/stats/draw.hpp"

#include <cmath>
#include <numbers>

namespace samples {

inline double exponential(stats::Draw& draw) {
  return -std::log1p(-draw.fraction());
}

inline double normal(stats::Draw& draw) {
  const double radius = std::sqrt(2 * exponential(draw));
  return radius * std::cos(2 * std::numbers::pi * draw.fraction());
}

}  // namespace samples

// Random numbers of some distributions, for simulations; the same on every machine.
#pragma once

#include "host/stats/draw.hpp"

#include <functional>
#include <string>
#include <vector>

namespace samples {

double normal(stats::Draw& draw);
double exponential(stats::Draw& draw);

struct Distribution {
  std::string name;
  std::function<double(stats::Draw&)> draw;
};

/// What differences of scores may look like where neither strategy is better: heavy tails, ties, few values, and skewed
/// ones with mean 0.
std::vector<Distribution> null_differences();

}  // namespace samples

// How a search learns what points are worth. Searches know no matches, so that they can be tested on functions.
#pragma once

#include "host/tune/space.hpp"

#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace host {

/// A point on one seed.
struct Trial {
  Point point;
  std::optional<Point> other{};  // plays against it; nothing: the reference, which is the same in all trials
  std::size_t seed = 0;          // the place in the list of seeds, from 0
};

/// The value of a trial whose matches are copies of those of an earlier trial of the same two, on another seed: it says
/// nothing new.
inline constexpr double copy_of_earlier = std::numeric_limits<double>::quiet_NaN();

inline bool is_copy(double value) {
  return std::isnan(value);
}

inline std::vector<double> without_copies(std::vector<double> values) {
  std::erase_if(values, is_copy);
  return values;
}

/// Returns for each trial by how much the point scores more than the other one, or copy_of_earlier. Throws Stopped.
using Judge = std::function<std::vector<double>(const std::vector<Trial>& trials)>;

/// The user has stopped the search.
struct Stopped {};

}  // namespace host

// How a search learns what points are worth. Searches know no matches, so that they can be tested on functions.
#pragma once

#include "host/tune/space.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace host {

/// A point on one seed.
struct Trial {
  Point point;
  std::optional<Point> other{};  // plays against it; nothing: the reference, which is the same in all trials
  std::size_t seed = 0;          // the place in the list of seeds, from 0
};

/// Returns for each trial by how much the point scores more than the other one. Throws Stopped.
using Judge = std::function<std::vector<double>(const std::vector<Trial>& trials)>;

/// The user has stopped the search.
struct Stopped {};

}  // namespace host

// The server's rule read literally: every first move, answer and second move, each final board evaluated by flood fill.
#pragma once

#include "grid.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tonga::test {

struct NaiveVerdict {
  std::int64_t value = 0;
  std::vector<int> squares;  // ascending
};

/// The worth of all isles of `colour` less that of the other's; `perimeter` is squares, edges or outline.
std::int64_t naive_lead(const Grid& grid, char colour, std::string_view perimeter);

/// All best first moves of `mover`.
NaiveVerdict naive_best_squares(const Grid& grid, char mover, std::string_view perimeter);

}  // namespace tonga::test

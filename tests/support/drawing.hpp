// What a game draws of a match, collected: its agon.scene as a picture to look into.
#pragma once

#include "tests/support/driven_match.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace support {

/// A drawing; arrows are left out.
struct Drawing {
  struct Cell {
    std::string glyph;
    std::string token;      // empty: it can't be chosen
    std::int32_t role = 0;  // AGON_ROLE_...
    std::uint32_t marks = 0;
  };

  int rows = 0;
  int columns = 0;
  std::vector<std::string> row_labels;
  std::vector<std::string> column_labels;
  std::map<std::pair<int, int>, Cell> cells;  // by row and column, those that are drawn
  std::vector<std::string> lines;
};

/// The test fails if the game draws nothing, or cells outside of its grid.
Drawing drawing_of(const DrivenMatch& match);

}  // namespace support

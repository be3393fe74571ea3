// Collects what a game draws with its agon.scene, for inspection.
#pragma once

#include "tests/support/driven_match.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace support {

/// A drawing, without arrows.
struct Drawing {
  struct Cell {
    std::string glyph;
    std::string token;      // empty: the cell can't be selected
    std::int32_t role = 0;  // AGON_ROLE_...
    std::uint32_t marks = 0;
  };

  int rows = 0;
  int columns = 0;
  std::vector<std::string> row_labels;
  std::vector<std::string> column_labels;
  std::map<std::pair<int, int>, Cell> cells;  // drawn cells by row and column
  std::vector<std::string> lines;
};

/// Returns the drawing of a match. The test fails if the game draws nothing, or draws cells outside its grid.
Drawing drawing_of(const DrivenMatch& match);

}  // namespace support

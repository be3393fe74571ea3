// Collects what a game draws (agon/ext/scene.h): a grid of cells, labels, arrows and lines of text, for any kind of
// output.
#pragma once

#include <agon/ext/scene.h>

#include <cstdint>
#include <string>
#include <vector>

namespace host {

struct DrawnCell {
  std::string glyph;
  std::string token;
  std::int32_t role = AGON_ROLE_PLAIN;
  std::uint32_t marks = 0;
};

struct DrawnArrow {
  std::uint32_t from_row, from_column, to_row, to_column;
  std::int32_t role;
};

struct Drawing {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::vector<DrawnCell> cells;            // rows * columns, row by row
  std::vector<std::string> row_labels;     // none, or one per row
  std::vector<std::string> column_labels;  // none, or one per column
  std::vector<DrawnArrow> arrows;
  std::vector<std::string> lines;
};

/// Lets the game draw what `seat` (AGON_ALL_SEATS: all seats together) knows of the position of `state`. Ignores
/// anything outside the grid.
Drawing draw(const agon_scene& scene, const void* state, std::int32_t seat = AGON_ALL_SEATS);

}  // namespace host

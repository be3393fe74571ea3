// Collects what a game draws (agon/ext/scene.h): a grid of cells, labels, arrows and lines of text, for any kind of
// output.
#pragma once

#include <agon/ext/scene.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// Returns the number of the seat or the category for which the role stands; nothing for other roles.
std::optional<std::int32_t> kind_of(std::int32_t role);

struct DrawnCell {
  std::string glyph;
  std::string token;
  std::int32_t role = AGON_ROLE_PLAIN;
  std::uint32_t marks = 0;

  bool operator==(const DrawnCell&) const = default;
};

struct DrawnArrow {
  std::uint32_t from_row, from_column, to_row, to_column;
  std::int32_t role;

  bool operator==(const DrawnArrow&) const = default;
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

/// Draws one position after another. From turn to turn most cells stay as they are: these cost a comparison only.
class SceneDiff {
 public:
  /// Lets the game draw, as draw() does.
  void draw(const agon_scene& scene, const void* state, std::int32_t seat);
  /// Shows a text, if it is not empty, without a board.
  void show(std::string text);

  [[nodiscard]] const Drawing& now() const { return now_; }
  /// Returns whether the size or the labels of the board differ from the drawing before.
  [[nodiscard]] bool new_grid() const { return new_grid_; }
  /// Returns the numbers of the cells that differ from the drawing before, ascending. Only if !new_grid().
  [[nodiscard]] const std::vector<std::size_t>& changed() const { return changed_; }

 private:
  struct Hooks;
  template <auto hook, class... Arguments>
  static void caught(const agon_host* host, Arguments... arguments) noexcept;
  void begin();
  void finish();

  Drawing now_;
  std::vector<DrawnCell> before_;
  std::vector<std::size_t> drawn_;  // for each cell, the pass that drew it last
  std::size_t pass_ = 0;            // one for each drawing, and one more for each grid
  bool has_grid_ = false;           // whether this drawing has one
  bool has_labels_ = false;
  bool new_grid_ = true;
  std::vector<std::size_t> changed_;
  std::exception_ptr fault_;  // of a hook
};

}  // namespace host

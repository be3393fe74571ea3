// What a game draws, as the JSON that the page's script shows. docs/playing.md describes it.
#pragma once

#include "host/match/drawing.hpp"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <vector>

namespace host {

/// The distinct cells of some drawings.
class CellPalette {
 public:
  /// Returns the cell's number, from 0, in the order of their first appearance.
  std::size_t number_of(const DrawnCell& cell);
  /// Returns [glyph, token, role, marks] of each.
  [[nodiscard]] const nlohmann::ordered_json& cells() const { return cells_; }

 private:
  nlohmann::ordered_json cells_ = nlohmann::ordered_json::array();
  std::unordered_map<std::string, std::size_t> numbers_;
};

/// Returns the whole drawing; its cells are numbers of the palette.
nlohmann::ordered_json scene_json(const Drawing& drawing, CellPalette& palette);

nlohmann::ordered_json arrows_json(const std::vector<DrawnArrow>& arrows);

}  // namespace host

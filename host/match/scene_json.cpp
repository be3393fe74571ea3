#include "host/match/scene_json.hpp"

#include <utility>

namespace host {

using Json = nlohmann::ordered_json;

std::size_t CellPalette::number_of(const DrawnCell& cell) {
  // No text contains a zero byte.
  std::string key =
      cell.glyph + '\0' + cell.token + '\0' + std::to_string(cell.role) + ' ' + std::to_string(cell.marks);
  const auto [known, added] = numbers_.try_emplace(std::move(key), numbers_.size());
  if (added) cells_.push_back({cell.glyph, cell.token, cell.role, cell.marks});
  return known->second;
}

Json scene_json(const Drawing& drawing, CellPalette& palette) {
  Json cells = Json::array();
  for (const DrawnCell& each : drawing.cells) cells.push_back(palette.number_of(each));
  return {{"rows", drawing.rows},
          {"columns", drawing.columns},
          {"row_labels", drawing.row_labels},
          {"column_labels", drawing.column_labels},
          {"cells", std::move(cells)},
          {"arrows", arrows_json(drawing.arrows)},
          {"lines", drawing.lines}};
}

Json arrows_json(const std::vector<DrawnArrow>& arrows) {
  Json all = Json::array();
  for (const DrawnArrow& each : arrows)
    all.push_back({each.from_row, each.from_column, each.to_row, each.to_column, each.role});
  return all;
}

}  // namespace host

// agon/scene.hpp - the canvas of agon/ext/scene.h in C++.
#pragma once

#include <agon/standard.hpp>

#include <agon/ext/scene.h>

#include <cstdint>
#include <string>
#include <vector>

namespace agon {

/// What stands in one cell of a drawing.
struct SceneCell {
  std::string glyph = {};
  std::int32_t role = AGON_ROLE_PLAIN;
  std::uint32_t marks = 0;
  std::string token = {};  // empty: it can't be chosen
};

/// Where a game draws itself; rows from the top, columns from the left, from 0.
class Canvas {
 public:
  explicit Canvas(const agon_canvas& raw) : raw_(raw) {}

  void grid(std::uint32_t rows, std::uint32_t columns) { raw_.grid(raw_.host, rows, columns); }

  void labels(const std::vector<std::string>& rows, const std::vector<std::string>& columns) {
    raw_.labels(raw_.host, pointers(rows).data(), pointers(columns).data());
  }

  void cell(std::uint32_t row, std::uint32_t column, const SceneCell& cell) {
    const agon_cell flat = {cell.glyph.c_str(), cell.token.empty() ? nullptr : cell.token.c_str(), cell.role,
                            cell.marks};
    raw_.cell(raw_.host, row, column, &flat);
  }

  void arrow(std::uint32_t from_row, std::uint32_t from_column, std::uint32_t to_row, std::uint32_t to_column,
             std::int32_t role = AGON_ROLE_PLAIN) {
    raw_.arrow(raw_.host, from_row, from_column, to_row, to_column, role);
  }

  void text(const std::string& line) { raw_.text(raw_.host, line.c_str()); }

 private:
  static std::vector<const char*> pointers(const std::vector<std::string>& texts) {
    std::vector<const char*> result;
    result.reserve(texts.size());
    for (const std::string& text : texts) result.push_back(text.c_str());
    return result;
  }

  const agon_canvas& raw_;
};

}  // namespace agon

#include "host/view/drawing.hpp"

#include "host/plain.hpp"

#include <cstddef>

namespace host {

namespace {

constexpr std::uint32_t largest_side = 1000;  // more is unreadable, and a faulty game could fill the memory

Drawing& drawing(void* host) {
  return *static_cast<Drawing*>(host);
}

std::string text(const char* text) {
  return text == nullptr ? "" : plain(text);
}

void grid(void* host, std::uint32_t rows, std::uint32_t columns) {
  if (rows > largest_side || columns > largest_side) return;
  drawing(host) = Drawing{};  // discards labels and arrows of the previous grid, which would not fit
  drawing(host).rows = rows;
  drawing(host).columns = columns;
  drawing(host).cells.assign(std::size_t{rows} * columns, {});
}

void labels(void* host, const char* const* rows, const char* const* columns) {
  Drawing& target = drawing(host);
  target.row_labels.clear();
  target.column_labels.clear();
  for (std::uint32_t row = 0; rows != nullptr && row < target.rows; ++row) target.row_labels.push_back(text(rows[row]));
  for (std::uint32_t column = 0; columns != nullptr && column < target.columns; ++column) {
    target.column_labels.push_back(text(columns[column]));
  }
}

void cell(void* host, std::uint32_t row, std::uint32_t column, const agon_cell* cell) {
  Drawing& target = drawing(host);
  if (row >= target.rows || column >= target.columns) return;
  target.cells[std::size_t{row} * target.columns + column] = {text(cell->glyph), text(cell->token), cell->role,
                                                              cell->marks};
}

void arrow(void* host, std::uint32_t from_row, std::uint32_t from_column, std::uint32_t to_row, std::uint32_t to_column,
           std::int32_t role) {
  Drawing& target = drawing(host);
  if (from_row >= target.rows || to_row >= target.rows || from_column >= target.columns || to_column >= target.columns)
    return;
  target.arrows.push_back({from_row, from_column, to_row, to_column, role});
}

void line(void* host, const char* words) {
  drawing(host).lines.push_back(text(words));
}

}  // namespace

Drawing draw(const agon_scene& scene, const void* state, std::int32_t seat) {
  Drawing target;
  const agon_canvas canvas = {&target, grid, labels, cell, arrow, line};
  scene.draw(state, seat, &canvas);
  return target;
}

}  // namespace host

#include "tests/support/drawing.hpp"

#include <agon/ext/scene.h>

#include <doctest/doctest.h>

namespace support {

namespace {

Drawing& drawing(const agon_host* host) {
  return *static_cast<Drawing*>(host->data);
}

void grid(const agon_host* host, std::uint32_t rows, std::uint32_t columns) {
  drawing(host).rows = static_cast<int>(rows);
  drawing(host).columns = static_cast<int>(columns);
}

void labels(const agon_host* host, const char* const* rows, const char* const* columns) {
  Drawing& into = drawing(host);
  if (rows != nullptr) into.row_labels.assign(rows, rows + into.rows);
  if (columns != nullptr) into.column_labels.assign(columns, columns + into.columns);
}

void cell(const agon_host* host, std::uint32_t row, std::uint32_t column, const agon_cell* drawn) {
  CHECK(row < static_cast<std::uint32_t>(drawing(host).rows));
  CHECK(column < static_cast<std::uint32_t>(drawing(host).columns));
  const char* const token = drawn->token == nullptr ? "" : drawn->token;
  drawing(host).cells[{static_cast<int>(row), static_cast<int>(column)}] = {drawn->glyph, token, drawn->role,
                                                                            drawn->marks};
}

void arrow(const agon_host*, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::int32_t) {}

void text(const agon_host* host, const char* line) {
  drawing(host).lines.emplace_back(line);
}

}  // namespace

Drawing drawing_of(const DrivenMatch& match) {
  const void* const scene = match.type().extension(AGON_SCENE);
  REQUIRE(scene != nullptr);
  Drawing drawn;
  const agon_host host = {&drawn, [](const agon_host*, const char*) -> const void* { return nullptr; }};
  const agon_canvas canvas = {&host, grid, labels, cell, arrow, text};
  static_cast<const agon_scene*>(scene)->draw(match.raw(), AGON_ALL_SEATS, &canvas);
  return drawn;
}

}  // namespace support

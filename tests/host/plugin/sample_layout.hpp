// The layout of a protocol that has every kind of field, for tests of layouts and of messages.
#pragma once

#include <agon/layout.hpp>

#include <cstddef>
#include <cstdint>

namespace sample {

struct Cell {
  std::int16_t x;
  std::int16_t y;
};

struct Seen {
  std::int32_t rows;
  std::int32_t columns;
  double share;
  std::int32_t tile_count;
  std::int32_t tiles_offset;
  std::uint8_t board[16];
  std::int16_t grid[4][4];
  char name[8];
  Cell cells[2];
};

struct Done {
  std::int32_t take;
};

constexpr auto cell_fields =
    agon::fields(AGON_FIELD(Cell, x, "column", {.minimum = 0, .maximum = 9}), AGON_FIELD(Cell, y, "row"));
constexpr agon_struct cell = agon::structure("cell", "", cell_fields);
constexpr agon::FieldOptions board = {
    .minimum = 0, .maximum = 2, .dimensions = {agon::dimension("row", "rows"), agon::dimension("column", "columns")}};
constexpr auto seen_fields = agon::fields(
    AGON_FIELD(Seen, rows, "", {.minimum = 0, .maximum = 4}),
    AGON_FIELD(Seen, columns, "", {.minimum = 0, .maximum = 4}),
    AGON_FIELD(Seen, share, "", {.minimum = 0, .maximum = 1}), AGON_FIELD(Seen, tile_count, "", {.minimum = 0}),
    AGON_FIELD(Seen, tiles_offset, "", {.minimum = 0}), AGON_FIELD(Seen, board, "without gaps", board),
    AGON_FIELD(Seen, grid, "with gaps", board), AGON_FIELD(Seen, name, ""),
    AGON_FIELD(Seen, cells, "", {.dimensions = {agon::dimension("cell", 2)}, .type = &cell}),
    agon::field_behind<Seen, Cell>("tiles", "tiles_offset", "",
                                   {.dimensions = {agon::dimension("tile", "tile_count")}, .type = &cell}));
constexpr agon_struct seen = agon::structure("seen", "what it sees", seen_fields);
constexpr auto done_fields = agon::fields(AGON_FIELD(Done, take, "", {.minimum = 1, .maximum = 3}));
constexpr agon_struct done = agon::structure("done", "", done_fields);
constexpr agon_layout layout = {&seen, &done, nullptr};

}  // namespace sample

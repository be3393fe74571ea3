// The structs of polyomino.h as data (agon.layout/1).
#pragma once

#include <polyomino/polyomino.h>

#include <agon/layout.hpp>

#include <cstdint>

namespace polyomino {

/// The values of a field: both ends are included.
constexpr agon::FieldOptions range(double minimum, double maximum) {
  return {.minimum = minimum, .maximum = maximum};
}

inline constexpr double most_cells = 1e7;  // of 10,000 tiles of 1000 squares

inline constexpr auto cell_fields =
    agon::fields(AGON_FIELD(polyomino_cell, x, "column, from the left of the shape", range(0, POLYOMINO_MAX_SIZE - 1)),
                 AGON_FIELD(polyomino_cell, y, "row, from its top", range(0, POLYOMINO_MAX_SIZE - 1)));
inline constexpr agon_struct cell_struct = agon::structure("polyomino_cell", "one square of a shape", cell_fields);

inline constexpr auto tile_fields = agon::fields(
    AGON_FIELD(polyomino_tile, size, "squares", range(POLYOMINO_MIN_SIZE, POLYOMINO_MAX_SIZE)),
    AGON_FIELD(polyomino_tile, width, "of its bounding box, as it was given (rotation 0)",
               range(1, POLYOMINO_MAX_SIZE)),
    AGON_FIELD(polyomino_tile, height, "of its bounding box, as it was given (rotation 0)",
               range(1, POLYOMINO_MAX_SIZE)),
    AGON_FIELD(polyomino_tile, first_cell, "its shape begins there in the observation's cells, and has `size` of them",
               range(0, most_cells)),
    AGON_FIELD(polyomino_tile, placed, "1: it lies on the board; 0: the seat holds it", range(0, 1)),
    AGON_FIELD(polyomino_tile, x, "placed: left column of its bounding box after rotation; else 0",
               range(0, POLYOMINO_MAX_SIDE - 1)),
    AGON_FIELD(polyomino_tile, y, "placed: its top row; else 0", range(0, POLYOMINO_MAX_SIDE - 1)),
    AGON_FIELD(polyomino_tile, rotation, "placed: quarter turns counter-clockwise; else 0", range(0, 3)));
inline constexpr agon_struct tile_struct =
    agon::structure("polyomino_tile", "one tile that was requested", tile_fields);

inline constexpr double most_points = 4e7;      // a board of 200 x 200 squares in tiles of 1000
inline constexpr double most_held_cost = 1e10;  // 10,000 tiles of 1000 squares
inline constexpr double most_bytes = 4.1e7;     // of a whole observation

inline constexpr auto observation_fields = agon::fields(
    AGON_FIELD(polyomino_observation, width, "of the board", range(1, POLYOMINO_MAX_SIDE)),
    AGON_FIELD(polyomino_observation, height, "of the board", range(1, POLYOMINO_MAX_SIDE)),
    AGON_FIELD(polyomino_observation, held_cost, "what the tiles held cost if the match ended now",
               range(0, most_held_cost)),
    AGON_FIELD(polyomino_observation, penalty, "part of the final score lost per second of CPU time", range(0, 1)),
    AGON_FIELD(polyomino_observation, points, "what the tiles placed have scored", range(0, most_points)),
    AGON_FIELD(polyomino_observation, tile_count, "tiles requested so far; the next one has this index",
               range(0, POLYOMINO_MAX_TILES)),
    AGON_FIELD(polyomino_observation, cell_count, "squares of all these tiles together", range(0, most_cells)),
    AGON_FIELD(polyomino_observation, board_offset, "of `board`: bytes from the start of the observation",
               range(0, most_bytes)),
    AGON_FIELD(polyomino_observation, tiles_offset, "of `tiles`: bytes from the start of the observation",
               range(0, most_bytes)),
    AGON_FIELD(polyomino_observation, cells_offset, "of `cells`: bytes from the start of the observation",
               range(0, most_bytes)),
    AGON_FIELD(polyomino_observation, size, "of the whole observation, bytes", range(0, most_bytes)),
    agon::field_behind<polyomino_observation, std::uint8_t>(
        "board", "board_offset", "what each square is; 0: free, 1: covered from the start, 2: under a tile",
        {.minimum = POLYOMINO_FREE,
         .maximum = POLYOMINO_TILE,
         .dimensions = {agon::dimension("row", "height"), agon::dimension("column", "width")}}),
    agon::field_behind<polyomino_observation, polyomino_tile>(
        "tiles", "tiles_offset", "the tiles requested, in the order of their indices",
        {.dimensions = {agon::dimension("tile", "tile_count")}, .type = &tile_struct}),
    agon::field_behind<polyomino_observation, polyomino_cell>(
        "cells", "cells_offset", "the shapes of all tiles",
        {.dimensions = {agon::dimension("cell", "cell_count")}, .type = &cell_struct}));

// Fields that a kind does not name are ignored, and so have no range.
inline constexpr auto action_fields = agon::fields(
    AGON_FIELD(polyomino_action, kind, "1: get a tile, 2: place one, 3: done", range(POLYOMINO_GET, POLYOMINO_DONE)),
    AGON_FIELD(polyomino_action, value, "get: the size wanted, 3 to 1000; place: the tile's index"),
    AGON_FIELD(polyomino_action, x, "place: left column of the tile's bounding box after rotation"),
    AGON_FIELD(polyomino_action, y, "place: its top row"),
    AGON_FIELD(polyomino_action, rotation, "place: quarter turns counter-clockwise, 0 to 3"));

inline constexpr auto reply_fields =
    agon::fields(AGON_FIELD(polyomino_reply, points, "what the tiles placed have scored so far", range(0, most_points)),
                 AGON_FIELD(polyomino_reply, index, "of the tile that was got or placed; done: 0",
                            range(0, POLYOMINO_MAX_TILES - 1)),
                 AGON_FIELD(polyomino_reply, size, "get: squares of the tile; else 0", range(0, POLYOMINO_MAX_SIZE)),
                 AGON_FIELD(polyomino_reply, width, "get: of its bounding box; else 0", range(0, POLYOMINO_MAX_SIZE)),
                 AGON_FIELD(polyomino_reply, height, "get: of its bounding box; else 0", range(0, POLYOMINO_MAX_SIZE)),
                 AGON_FIELD(polyomino_reply, cells, "get: its shape, row by row",
                            {.dimensions = {agon::dimension("cell", "size")}, .type = &cell_struct}));

inline constexpr agon_struct observation_struct =
    agon::structure("polyomino_observation", "what the seat sees; three arrays follow it", observation_fields);
inline constexpr agon_struct action_struct = agon::structure("polyomino_action", "what the seat does", action_fields);
inline constexpr agon_struct reply_struct =
    agon::structure("polyomino_reply", "what an action is answered with", reply_fields);

inline constexpr agon_layout protocol_layout = {&observation_struct, &action_struct, &reply_struct};

}  // namespace polyomino

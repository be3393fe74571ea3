// The structs of chesspuzzle.h as data (agon.layout/1).
#pragma once

#include <chesspuzzle/chesspuzzle.h>

#include <agon/layout.hpp>

namespace chesspuzzle {

inline constexpr auto observation_fields = agon::fields(
    AGON_FIELD(chesspuzzle_observation, rows, "of the board",
               {.minimum = CHESSPUZZLE_MIN_SIDE, .maximum = CHESSPUZZLE_MAX_SIDE}),
    AGON_FIELD(chesspuzzle_observation, columns, "of the board",
               {.minimum = CHESSPUZZLE_MIN_SIDE, .maximum = CHESSPUZZLE_MAX_SIDE}),
    AGON_FIELD(chesspuzzle_observation, depth, "tiles of each cell before the first click",
               {.minimum = 1, .maximum = CHESSPUZZLE_MAX_DEPTH}),
    AGON_FIELD(chesspuzzle_observation, clicks, "so far",
               {.minimum = 0, .maximum = CHESSPUZZLE_MAX_CELLS * CHESSPUZZLE_MAX_DEPTH}),
    AGON_FIELD(chesspuzzle_observation, last_row, "of the cell clicked last; -1: there was no click yet",
               {.minimum = -1, .maximum = CHESSPUZZLE_MAX_SIDE - 1}),
    AGON_FIELD(chesspuzzle_observation, last_column, "of the cell clicked last; -1: there was no click yet",
               {.minimum = -1, .maximum = CHESSPUZZLE_MAX_SIDE - 1}),
    AGON_FIELD(chesspuzzle_observation, top,
               "the visible tile; 0: none, 1 to 4: a distance, 5: knight, 6: bishop, 7: rook, 8: queen",
               {.minimum = CHESSPUZZLE_NONE,
                .maximum = CHESSPUZZLE_QUEEN,
                .dimensions = {agon::dimension("row", "rows"), agon::dimension("column", "columns")}}),
    AGON_FIELD(chesspuzzle_observation, left, "tiles still in the cell, the visible one included",
               {.minimum = 0,
                .maximum = CHESSPUZZLE_MAX_DEPTH,
                .dimensions = {agon::dimension("row", "rows"), agon::dimension("column", "columns")}}),
    AGON_FIELD(chesspuzzle_observation, removed, "the tile that the last click removed; 0: there was no click yet",
               {.minimum = CHESSPUZZLE_NONE, .maximum = CHESSPUZZLE_QUEEN}));

inline constexpr auto action_fields = agon::fields(AGON_FIELD(chesspuzzle_action, row, "of the cell, from the top",
                                                              {.minimum = 0, .maximum = CHESSPUZZLE_MAX_SIDE - 1}),
                                                   AGON_FIELD(chesspuzzle_action, column, "of the cell, from the left",
                                                              {.minimum = 0, .maximum = CHESSPUZZLE_MAX_SIDE - 1}));

inline constexpr agon_struct observation_struct =
    agon::structure("chesspuzzle_observation", "what the seat sees", observation_fields);
inline constexpr agon_struct action_struct = agon::structure("chesspuzzle_action", "the cell to click", action_fields);

inline constexpr agon_layout protocol_layout = {&observation_struct, &action_struct, nullptr};

}  // namespace chesspuzzle

// The structs of go.h as data (agon.layout/1).
#pragma once

#include <go/go.h>

#include <agon/layout.hpp>

namespace go {

inline constexpr auto observation_fields = agon::fields(
    AGON_FIELD(go_observation, komi, "points that White gets for moving second", {.minimum = -400, .maximum = 400}),
    AGON_FIELD(go_observation, size, "rows and columns of the board", {.minimum = GO_MIN_SIZE, .maximum = GO_MAX_SIZE}),
    AGON_FIELD(go_observation, seat, "who is to move: 0 is Black, 1 is White; if the match is over, one of them",
               {.minimum = 0, .maximum = 1}),
    AGON_FIELD(go_observation, passes, "in a row, so far; at 2, the match is over", {.minimum = 0, .maximum = 2}),
    AGON_FIELD(go_observation, move_count, "moves in moves; at 3 * size * size, the match is over",
               {.minimum = 0, .maximum = GO_MAX_MOVES}),
    AGON_FIELD(go_observation, board, "what is on each point; 0: nothing, 1: Black, 2: White",
               {.minimum = GO_EMPTY,
                .maximum = GO_WHITE,
                .dimensions = {agon::dimension("row", "size"), agon::dimension("column", "size")}}),
    AGON_FIELD(go_observation, legal, "1: a stone may be put there; a pass is always legal",
               {.minimum = 0,
                .maximum = 1,
                .dimensions = {agon::dimension("row", "size"), agon::dimension("column", "size")}}),
    AGON_FIELD(
        go_observation, moves, "all moves since the empty board, Black's first; -1: a pass",
        {.minimum = GO_PASS, .maximum = GO_MAX_POINTS - 1, .dimensions = {agon::dimension("move", "move_count")}}));

inline constexpr auto action_fields =
    agon::fields(AGON_FIELD(go_action, point, "row * size + column of a legal point; -1: a pass",
                            {.minimum = GO_PASS, .maximum = GO_MAX_POINTS - 1}));

inline constexpr agon_struct observation_struct =
    agon::structure("go_observation", "what a seat sees, to move or not", observation_fields);
inline constexpr agon_struct action_struct = agon::structure("go_action", "a move", action_fields);

inline constexpr agon_layout protocol_layout = {&observation_struct, &action_struct, nullptr};

}  // namespace go

// The structs of inc.h as data (agon.layout/1).
#pragma once

#include <inc/inc.h>

#include <agon/layout.hpp>

namespace inc {

inline constexpr auto observation_fields = agon::fields(
    AGON_FIELD(inc_observation, rows, "of the board", {.minimum = 1, .maximum = INC_MAX_SIDE}),
    AGON_FIELD(inc_observation, columns, "of the board", {.minimum = 1, .maximum = INC_MAX_SIDE}),
    AGON_FIELD(inc_observation, increment,
               "-1 or 1: what a move adds to each digit of its group; 3 + 1 is 1, 1 - 1 is 3",
               {.minimum = -1, .maximum = 1}),
    AGON_FIELD(inc_observation, seat, "who is to move; if the match is over, the seat that would follow",
               {.minimum = 0, .maximum = INC_SEATS - 1}),
    AGON_FIELD(inc_observation, turns_left, "this one and all after it, of all seats; 0: the match is over",
               {.minimum = 0, .maximum = INC_MAX_TURNS}),
    AGON_FIELD(inc_observation, out, "bit s: seat s is out of the match", {.maximum = (1 << INC_SEATS) - 1}),
    AGON_FIELD(inc_observation, cells, "the digit on each square; 0: none",
               {.minimum = 0,
                .maximum = 3,
                .dimensions = {agon::dimension("row", "rows"), agon::dimension("column", "columns")}}));

inline constexpr auto action_fields = agon::fields(
    AGON_FIELD(inc_action, axis, "of the line; 0: horizontal, 1: vertical",
               {.minimum = INC_HORIZONTAL, .maximum = INC_VERTICAL}),
    AGON_FIELD(inc_action, line, "after that many rows or columns", {.minimum = 1, .maximum = INC_MAX_SIDE - 1}),
    AGON_FIELD(inc_action, group, "0: the top or left one, 1: the bottom or right one",
               {.minimum = INC_FIRST, .maximum = INC_SECOND}));

inline constexpr agon_struct observation_struct =
    agon::structure("inc_observation", "what a seat sees, to move or not", observation_fields);
inline constexpr agon_struct action_struct =
    agon::structure("inc_action", "a line inside the board, and the group whose digits change", action_fields);

inline constexpr agon_layout protocol_layout = {&observation_struct, &action_struct, nullptr};

}  // namespace inc

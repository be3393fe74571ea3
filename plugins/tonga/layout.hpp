// The structs of tonga.h as data (agon.layout/1).
#pragma once

#include <tonga/tonga.h>

#include <agon/layout.hpp>

namespace tonga {

inline constexpr auto observation_fields = agon::fields(
    AGON_FIELD(tonga_observation, size, "rows and columns of the board; even",
               {.minimum = TONGA_MIN_SIZE, .maximum = TONGA_MAX_SIZE}),
    AGON_FIELD(tonga_observation, seat, "who is to move: 0 is Black, 1 is White; if the match is over, one of them",
               {.minimum = 0, .maximum = 1}),
    AGON_FIELD(tonga_observation, last_row, "row of the other seat's last move; -1: it has not moved yet",
               {.minimum = -1, .maximum = TONGA_MAX_SIZE - 1}),
    AGON_FIELD(tonga_observation, last_column, "its column; -1: it has not moved yet",
               {.minimum = -1, .maximum = TONGA_MAX_SIZE - 1}),
    AGON_FIELD(tonga_observation, cells, "what stands on each square; 0: nothing, 1: Black, 2: White",
               {.minimum = TONGA_EMPTY,
                .maximum = TONGA_WHITE,
                .dimensions = {agon::dimension("row", "size"), agon::dimension("column", "size")}}));

inline constexpr auto action_fields = agon::fields(
    AGON_FIELD(tonga_action, row, "of an empty square, from the top", {.minimum = 0, .maximum = TONGA_MAX_SIZE - 1}),
    AGON_FIELD(tonga_action, column, "of that square, from the left", {.minimum = 0, .maximum = TONGA_MAX_SIZE - 1}));

inline constexpr agon_struct observation_struct =
    agon::structure("tonga_observation", "what a seat sees, to move or not", observation_fields);
inline constexpr agon_struct action_struct =
    agon::structure("tonga_action", "where the seat puts its stone", action_fields);

inline constexpr agon_layout protocol_layout = {&observation_struct, &action_struct, nullptr};

}  // namespace tonga

// The structs of linez.h as data (agon.layout/1).
#pragma once

#include <linez/linez.h>

#include <agon/layout.hpp>

namespace linez {

inline constexpr int most_colours = 9;
inline constexpr int most_moves = 1'000'000;

inline constexpr auto observation_fields = agon::fields(
    AGON_FIELD(linez_observation, rows, "of the board", {.minimum = LINEZ_MIN_SIDE, .maximum = LINEZ_MAX_SIDE}),
    AGON_FIELD(linez_observation, columns, "of the board", {.minimum = LINEZ_MIN_SIDE, .maximum = LINEZ_MAX_SIDE}),
    AGON_FIELD(linez_observation, colours, "the numbers are 1 to this", {.minimum = 2, .maximum = most_colours}),
    AGON_FIELD(linez_observation, line, "so many equal numbers, or more, make a line",
               {.minimum = 3, .maximum = LINEZ_MAX_SIDE}),
    AGON_FIELD(linez_observation, drop, "how many numbers fall at a time", {.minimum = 1, .maximum = LINEZ_MAX_DROP}),
    AGON_FIELD(linez_observation, drop_lines_score,
               "lines that falling numbers make; 1: score, 0: are removed without points",
               {.minimum = 0, .maximum = 1}),
    AGON_FIELD(linez_observation, letters, "in the text of a cell, the letter is; 0: the row, 1: the column",
               {.minimum = LINEZ_LETTERS_ROWS, .maximum = LINEZ_LETTERS_COLUMNS}),
    AGON_FIELD(linez_observation, moves_left, "the match ends after so many moves at the latest",
               {.minimum = 0, .maximum = most_moves}),
    AGON_FIELD(linez_observation, score, "points so far", {.minimum = 0}),
    AGON_FIELD(linez_observation, next, "the announced numbers, in the order in which they fall",
               {.minimum = 1, .maximum = most_colours, .dimensions = {agon::dimension("number", "drop")}}),
    AGON_FIELD(linez_observation, cells, "the number on each cell; 0: none",
               {.minimum = 0,
                .maximum = most_colours,
                .dimensions = {agon::dimension("row", "rows"), agon::dimension("column", "columns")}}),
    AGON_FIELD(linez_observation, points, "for k cells removed at once; 0: 10 + k(k-5)/2, 1: k(k-4)",
               {.minimum = LINEZ_POINTS_CONTEST, .maximum = LINEZ_POINTS_LINES98}),
    AGON_FIELD(linez_observation, places,
               "where each falls, row * columns + column, unless that is taken by then; -1: not announced",
               {.minimum = -1, .maximum = LINEZ_MAX_CELLS - 1, .dimensions = {agon::dimension("number", "drop")}}));

inline constexpr auto action_fields = agon::fields(
    AGON_FIELD(linez_action, from_row, "of the number that moves", {.minimum = 0, .maximum = LINEZ_MAX_SIDE - 1}),
    AGON_FIELD(linez_action, from_column, "of the number that moves", {.minimum = 0, .maximum = LINEZ_MAX_SIDE - 1}),
    AGON_FIELD(linez_action, to_row, "of the empty cell", {.minimum = 0, .maximum = LINEZ_MAX_SIDE - 1}),
    AGON_FIELD(linez_action, to_column, "of the empty cell", {.minimum = 0, .maximum = LINEZ_MAX_SIDE - 1}));

inline constexpr agon_struct observation_struct =
    agon::structure("linez_observation", "what the seat sees", observation_fields);
inline constexpr agon_struct action_struct = agon::structure(
    "linez_action", "takes a number to an empty cell that a path of empty cells reaches", action_fields);

inline constexpr agon_layout protocol_layout = {&observation_struct, &action_struct, nullptr};

}  // namespace linez

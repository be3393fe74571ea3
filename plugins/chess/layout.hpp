// The structs of chess.h as data (agon.layout/1).
#pragma once

#include <chess/chess.h>

#include <agon/layout.hpp>

namespace chess {

inline constexpr auto observation_fields = agon::fields(
    AGON_FIELD(chess_observation, seat, "who is to move: 0 is White, 1 is Black; if the match is over, one of them",
               {.minimum = 0, .maximum = 1}),
    AGON_FIELD(chess_observation, en_passant, "a square behind a pawn that may be captured en passant now; else -1",
               {.minimum = -1, .maximum = CHESS_SQUARES - 1}),
    AGON_FIELD(chess_observation, quiet_plies, "since the last capture or pawn's move; at 100, the match is a draw",
               {.minimum = 0, .maximum = CHESS_MAX_QUIET}),
    AGON_FIELD(chess_observation, move_number, "from 1; grows after each of Black's moves", {.minimum = 1}),
    AGON_FIELD(chess_observation, occurrences, "of this position, this time included; at 3, the match is a draw",
               {.minimum = 1, .maximum = 3}),
    AGON_FIELD(chess_observation, chess960, "1: castling is the king's move to its own rook",
               {.minimum = 0, .maximum = 1}),
    AGON_FIELD(chess_observation, base_en_passant, "as en_passant, but before the moves in history",
               {.minimum = -1, .maximum = CHESS_SQUARES - 1}),
    AGON_FIELD(chess_observation, history_count, "moves in history", {.minimum = 0, .maximum = CHESS_MAX_QUIET}),
    AGON_FIELD(chess_observation, move_count, "moves in moves; 0: the match is over",
               {.minimum = 0, .maximum = CHESS_MAX_MOVES}),
    AGON_FIELD(chess_observation, castling,
               "files of the rooks with which White may castle to the king's side and to the queen's, and Black; -1: "
               "it may not",
               {.minimum = -1, .maximum = 7, .dimensions = {agon::dimension("right", 4)}}),
    AGON_FIELD(chess_observation, board, "what stands on each square: 0 nothing, 1 pawn to 6 king, Black's negative",
               {.minimum = -CHESS_KING,
                .maximum = CHESS_KING,
                .dimensions = {agon::dimension("rank", 8), agon::dimension("file", 8)}}),
    AGON_FIELD(chess_observation, history, "from and to of each move since the last position that can't occur again",
               {.minimum = 0,
                .maximum = CHESS_SQUARES - 1,
                .dimensions = {agon::dimension("move", "history_count"), agon::dimension("part", 2)}}),
    AGON_FIELD(chess_observation, moves, "from, to and promotion of each legal move",
               {.minimum = 0,
                .maximum = CHESS_SQUARES - 1,
                .dimensions = {agon::dimension("move", "move_count"), agon::dimension("part", 3)}}));

inline constexpr auto action_fields =
    agon::fields(AGON_FIELD(chess_action, from, "square of the piece", {.minimum = 0, .maximum = CHESS_SQUARES - 1}),
                 AGON_FIELD(chess_action, to, "its new square; in Chess960 that of its own rook, if the king castles",
                            {.minimum = 0, .maximum = CHESS_SQUARES - 1}),
                 AGON_FIELD(chess_action, promotion, "2 knight to 5 queen; 0 for all other moves",
                            {.minimum = CHESS_NONE, .maximum = CHESS_QUEEN}));

inline constexpr agon_struct observation_struct =
    agon::structure("chess_observation", "what a seat sees, to move or not", observation_fields);
inline constexpr agon_struct action_struct = agon::structure("chess_action", "a move", action_fields);

inline constexpr agon_layout protocol_layout = {&observation_struct, &action_struct, nullptr};

}  // namespace chess

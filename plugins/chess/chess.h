/* chess/chess.h - protocol "chess/1": what a seat of chess sees and does.
 *
 * Squares are 0 (a1), 1 (b1), ... 63 (h8): 8 * rank + file, both from 0.
 */
#ifndef CHESS_CHESS_H
#define CHESS_CHESS_H

#include <stdint.h>

#define CHESS_PROTOCOL "chess/1"

enum { CHESS_SQUARES = 64, CHESS_MAX_MOVES = 256, CHESS_MAX_QUIET = 100 };

/* Pieces. On a board, Black's are negative. */
enum {
  CHESS_NONE = 0,
  CHESS_PAWN = 1,
  CHESS_KNIGHT = 2,
  CHESS_BISHOP = 3,
  CHESS_ROOK = 4,
  CHESS_QUEEN = 5,
  CHESS_KING = 6
};

/* A move. Castling is the move of the king by two squares, from e1 to g1; in Chess960, to the square of its own rook.
 */
typedef struct chess_action {
  int8_t from;      /* 0 .. 63 */
  int8_t to;        /* 0 .. 63 */
  int8_t promotion; /* CHESS_KNIGHT .. CHESS_QUEEN; CHESS_NONE for all other moves */
} chess_action;

/* What a seat sees, to move or not. 1,072 bytes. */
typedef struct chess_observation {
  int32_t seat;                        /* who is to move: 0 is White, 1 is Black; if the match is over, one of them */
  int32_t en_passant;                  /* a square behind a pawn that may be captured en passant now; else -1 */
  int32_t quiet_plies;                 /* since the last capture or pawn's move; at 100, the match is a draw */
  int32_t move_number;                 /* from 1; grows after each of Black's moves */
  int32_t occurrences;                 /* of this position, this time included: 1 or 2; at 3, the match is a draw */
  int32_t chess960;                    /* 1: castling is the king's move to its own rook */
  int32_t base_en_passant;             /* as en_passant, but before the moves in `history` */
  int32_t history_count;               /* moves in `history` */
  int32_t move_count;                  /* moves in `moves`; 0: the match is over */
  int8_t castling[4];                  /* files of the rooks with which White may castle to the king's side and to the
                                          queen's, and Black; -1: it may not */
  int8_t board[CHESS_SQUARES];         /* what stands on each square: CHESS_PAWN and so on, Black's negative */
  int8_t history[2 * CHESS_MAX_QUIET]; /* from and to of each move since the last position that can't occur again */
  int8_t moves[3 * CHESS_MAX_MOVES];   /* from, to and promotion of each legal move */
} chess_observation;

#endif

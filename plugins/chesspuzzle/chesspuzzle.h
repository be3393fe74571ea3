/* chesspuzzle/chesspuzzle.h - protocol "chesspuzzle/1": what the seat of ChessPuzzle sees and does.
 *
 * Rows count from the top, columns from the left, both from 0. Cell (row, column) is number row * columns + column of
 * the arrays. Each tile is drawn by itself, so the tiles that are gone say nothing of those still hidden: what is here
 * is all that is worth knowing.
 */
#ifndef CHESSPUZZLE_CHESSPUZZLE_H
#define CHESSPUZZLE_CHESSPUZZLE_H

#include <stdint.h>

#define CHESSPUZZLE_PROTOCOL "chesspuzzle/1"

enum {
  CHESSPUZZLE_MIN_SIDE = 6,
  CHESSPUZZLE_MAX_SIDE = 15,
  CHESSPUZZLE_MAX_DEPTH = 10,
  CHESSPUZZLE_MAX_CELLS = CHESSPUZZLE_MAX_SIDE * CHESSPUZZLE_MAX_SIDE
};

/* The tiles. 1 to 4 are the contest's '1' to '4': a cell at exactly that distance. */
enum {
  CHESSPUZZLE_NONE = 0, /* no tile */
  CHESSPUZZLE_ONE = 1,
  CHESSPUZZLE_TWO = 2,
  CHESSPUZZLE_THREE = 3,
  CHESSPUZZLE_FOUR = 4,
  CHESSPUZZLE_KNIGHT = 5, /* 'K' */
  CHESSPUZZLE_BISHOP = 6, /* 'B' */
  CHESSPUZZLE_ROOK = 7,   /* 'R' */
  CHESSPUZZLE_QUEEN = 8   /* 'Q' */
};

/* What the seat sees. 480 bytes. */
typedef struct chesspuzzle_observation {
  int32_t rows;                       /* 6 .. 15 */
  int32_t columns;                    /* 6 .. 15 */
  int32_t depth;                      /* tiles of each cell before the first click: 1 .. 10 */
  int32_t clicks;                     /* clicks so far: 0 .. rows * columns * depth */
  int32_t last_row;                   /* the cell clicked last, 0 .. rows - 1; -1 before the first click */
  int32_t last_column;                /* likewise, 0 .. columns - 1 or -1 */
  int8_t top[CHESSPUZZLE_MAX_CELLS];  /* the visible tile, CHESSPUZZLE_NONE where a cell is exhausted; 0 from
                                         rows * columns on */
  int8_t left[CHESSPUZZLE_MAX_CELLS]; /* tiles still in the cell, the visible one included: 0 .. depth; likewise */
  int8_t removed;                     /* the tile that the last click removed, which says what may be clicked now;
                                         CHESSPUZZLE_NONE before the first click */
  int8_t reserved[5];                 /* 0 */
} chesspuzzle_observation;

/* The cell to click: before the first click any, then one that the removed tile leads to and that has tiles left. */
typedef struct chesspuzzle_action {
  int32_t row;    /* 0 .. rows - 1 */
  int32_t column; /* 0 .. columns - 1 */
} chesspuzzle_action;

#endif

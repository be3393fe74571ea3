/* linez/linez.h - protocol "linez/1": what the seat of Linez sees and does.
 *
 * The board has rows x columns cells; rows count from the top, columns from the left, both from 0. Cell (row, column)
 * is cells[row * columns + column].
 */
#ifndef LINEZ_LINEZ_H
#define LINEZ_LINEZ_H

#include <stdint.h>

#define LINEZ_PROTOCOL "linez/1"

enum {
  LINEZ_MIN_SIDE = 5, /* rows, and columns */
  LINEZ_MAX_SIDE = 16,
  LINEZ_MAX_CELLS = LINEZ_MAX_SIDE * LINEZ_MAX_SIDE,
  LINEZ_MAX_DROP = 9
};

/* How this match writes a cell as text; nothing else depends on it. */
enum {
  LINEZ_LETTERS_ROWS = 0,   /* the letter is the row, A at the top; the number is the column, from 1 */
  LINEZ_LETTERS_COLUMNS = 1 /* the letter is the column, A at the left; the number is the row, from 1 */
};

/* What the removal of k cells at once brings. */
enum {
  LINEZ_POINTS_CONTEST = 0, /* 10 + k(k-5)/2 */
  LINEZ_POINTS_LINES98 = 1  /* k(k-4) */
};

/* What the seat sees, before each of its moves and when the match is over. 332 bytes. Unless the match announces them,
 * the places where the announced numbers will fall are not part of it: nobody knows them before they fall. */
typedef struct linez_observation {
  int32_t rows;                  /* 5 .. 16 */
  int32_t columns;               /* 5 .. 16 */
  int32_t colours;               /* the numbers are 1 .. colours; 2 .. 9 */
  int32_t line;                  /* so many equal numbers, or more, make a line; 3 .. 16 */
  int32_t drop;                  /* how many numbers fall at a time; 1 .. 9 */
  int32_t drop_lines_score;      /* 1: lines that falling numbers make score; 0: they are removed without points */
  int32_t letters;               /* LINEZ_LETTERS_ROWS or LINEZ_LETTERS_COLUMNS */
  int32_t moves_left;            /* the match ends after so many moves at the latest; 0 .. 1000000 */
  int32_t score;                 /* points so far; at least 0 */
  int8_t next[12];               /* the announced numbers, in the order in which they fall; 0 from `drop` on */
  int8_t cells[LINEZ_MAX_CELLS]; /* 0: empty, else the number there, 1 .. colours; 0 from rows * columns on */
  int32_t points;                /* LINEZ_POINTS_CONTEST or LINEZ_POINTS_LINES98 */
  int16_t places[12]; /* of the announced numbers: row * columns + column of the cell where each falls unless it is
                       * taken by then, else on any empty one; -1: not announced. 0 from `drop` on */
} linez_observation;

/* Takes the number on one cell to an empty cell that a path of empty cells reaches. */
typedef struct linez_action {
  int32_t from_row;    /* 0 .. rows - 1; a number stands there */
  int32_t from_column; /* 0 .. columns - 1 */
  int32_t to_row;      /* 0 .. rows - 1; empty */
  int32_t to_column;   /* 0 .. columns - 1 */
} linez_action;

#endif

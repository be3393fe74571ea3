/* four/four.h - protocol "four/1": what a seat of Connect Four sees and does.
 *
 * The board has 7 columns of 6 squares. A stone falls to the lowest empty square of its column. Who gets four in a row,
 * column or diagonal has won. */
#ifndef FOUR_FOUR_H
#define FOUR_FOUR_H

#include <stdint.h>

#define FOUR_PROTOCOL "four/1"

enum { FOUR_COLUMNS = 7, FOUR_ROWS = 6, FOUR_EMPTY = 0, FOUR_FIRST = 1, FOUR_SECOND = 2 };

/* What a seat sees, to move or not. 44 bytes. */
typedef struct four_observation {
  int8_t seat;                            /* who is to move: 0 or 1; if the match is over, one of them */
  int8_t reserved;                        /* 0 */
  int8_t cells[FOUR_COLUMNS * FOUR_ROWS]; /* cells[column * FOUR_ROWS + row], row 0 below */
} four_observation;

/* Where the seat drops its stone: a column that is not full. */
typedef struct four_action {
  int32_t column; /* 0 .. 6 */
} four_action;

#endif

/* tonga/tonga.h - protocol "tonga/1": what a seat of PseudoTonga sees and does.
 *
 * The board has size x size squares; rows count from the top, columns from the left, both from 0. Square (row, column)
 * is cells[row * size + column].
 */
#ifndef TONGA_TONGA_H
#define TONGA_TONGA_H

#include <stdint.h>

#define TONGA_PROTOCOL "tonga/1"

enum { TONGA_MIN_SIZE = 4, TONGA_MAX_SIZE = 16, TONGA_MAX_CELLS = TONGA_MAX_SIZE * TONGA_MAX_SIZE };

/* What stands on a square. */
enum { TONGA_EMPTY = 0, TONGA_BLACK = 1, TONGA_WHITE = 2 };

/* What a seat sees, to move or not. 272 bytes. */
typedef struct tonga_observation {
  int32_t size;                  /* 4, 6, ..., 16 */
  int32_t seat;                  /* who is to move: 0 is Black, 1 is White; if the match is over, one of them */
  int32_t last_row;              /* where the other seat moved last, 0 .. size - 1; -1: it has not moved yet */
  int32_t last_column;           /* likewise */
  int8_t cells[TONGA_MAX_CELLS]; /* TONGA_EMPTY, TONGA_BLACK or TONGA_WHITE; 0 from size * size on */
} tonga_observation;

/* Where the seat puts its stone: an empty square. */
typedef struct tonga_action {
  int32_t row;    /* 0 .. size - 1 */
  int32_t column; /* 0 .. size - 1 */
} tonga_action;

#endif

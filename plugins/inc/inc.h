/* inc/inc.h - protocol "inc/1": what a seat of Inc sees and does.
 *
 * The board has rows x columns squares; rows count from the top, columns from the left, both from 0. Square (row,
 * column) is cells[row * columns + column]. Seats are numbered from 0; seat s owns the digit s + 1.
 */
#ifndef INC_INC_H
#define INC_INC_H

#include <stdint.h>

#define INC_PROTOCOL "inc/1"

enum { INC_SEATS = 3, INC_MAX_SIDE = 16, INC_MAX_CELLS = INC_MAX_SIDE * INC_MAX_SIDE, INC_MAX_TURNS = 1000000000 };

/* How a line divides the board. */
enum {
  INC_HORIZONTAL = 0, /* into a top and a bottom group */
  INC_VERTICAL = 1    /* into a left and a right group */
};

/* Which of the two groups changes. */
enum {
  INC_FIRST = 0, /* the top or the left one */
  INC_SECOND = 1 /* the bottom or the right one */
};

/* What a seat sees, to move or not: all there is to know. 280 bytes. */
typedef struct inc_observation {
  int32_t rows;                /* 1 .. INC_MAX_SIDE */
  int32_t columns;             /* 1 .. INC_MAX_SIDE; at least two squares in all, unless the match is over */
  int32_t increment;           /* -1 or 1: what a move adds to each digit of its group; 3 + 1 is 1, 1 - 1 is 3 */
  int32_t seat;                /* who is to move, 0 .. 2; seat s is followed by (s + 1) % 3; if the match is over, the
                                * seat that would follow */
  int32_t turns_left;          /* this one and all after it, of all seats: 1 .. INC_MAX_TURNS; 0: the match is over */
  uint32_t out;                /* bit s: seat s is out of the match, and its turns are the first legal move: line 1,
                                * horizontal if there are two rows, first group */
  int8_t cells[INC_MAX_CELLS]; /* 0: empty, else the digit, 1 .. 3; 0 from rows * columns on */
} inc_observation;

/* A line strictly inside the board, and the group whose digits change. */
typedef struct inc_action {
  int32_t axis;  /* INC_HORIZONTAL or INC_VERTICAL */
  int32_t line;  /* after that many rows, 1 .. rows - 1, or columns, 1 .. columns - 1 */
  int32_t group; /* INC_FIRST or INC_SECOND */
} inc_action;

#endif

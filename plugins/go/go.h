/* go/go.h - protocol "go/1": what a seat of Go sees and does.
 *
 * Points are row * size + column, with rows from the top and columns from the left, both from 0: A9 is 0 on a board of
 * 9 x 9, J1 is 80.
 */
#ifndef GO_GO_H
#define GO_GO_H

#include <stdint.h>

#define GO_PROTOCOL "go/1"

enum {
  GO_MIN_SIZE = 5,
  GO_MAX_SIZE = 19,
  GO_MAX_POINTS = GO_MAX_SIZE * GO_MAX_SIZE,
  GO_MAX_MOVES = 3 * GO_MAX_POINTS,
  GO_PASS = -1
};

/* What is on a point. */
enum { GO_EMPTY = 0, GO_BLACK = 1, GO_WHITE = 2 };

/* What a seat sees, to move or not. 2,912 bytes. */
typedef struct go_observation {
  double komi;                 /* points that White gets for moving second */
  int32_t size;                /* rows, and columns: 5 .. 19 */
  int32_t seat;                /* who is to move: 0 is Black, 1 is White; if the match is over, one of them */
  int32_t passes;              /* in a row, so far; at 2, the match is over */
  int32_t move_count;          /* moves in `moves`; at 3 * size * size, the match is over */
  int8_t board[GO_MAX_POINTS]; /* GO_EMPTY, GO_BLACK or GO_WHITE; 0 from size * size on */
  int8_t legal[GO_MAX_POINTS]; /* 1: a stone may be put there; a pass is always legal */
  int16_t moves[GO_MAX_MOVES]; /* all moves since the empty board, Black's first: points, or GO_PASS */
} go_observation;

/* A move. */
typedef struct go_action {
  int32_t point; /* 0 .. size * size - 1, or GO_PASS */
} go_action;

#endif

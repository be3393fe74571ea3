/* polyomino/polyomino.h - protocol "polyomino/1": what the seat of Polyominoes sees, does and is told.
 *
 * The seat asks for tiles and places them, in any order, until it says that it is done. Squares count from the upper
 * left corner, from 0: x to the right, y down. A strategy may act many times in one turn, through the session's act(),
 * which answers each action with a polyomino_reply; the action that its turn() returns is the last one, usually "done".
 * It may as well return one action a turn: it is asked again, with a new observation, until it is done.
 *
 * An observation varies in size. It is one block: the header polyomino_observation, then three arrays, each where the
 * header says, counted in bytes from the header's first; all of them are multiples of 4.
 *
 *     at board_offset   uint8_t          board[height * width], square (x, y) being board[y * width + x]
 *     at tiles_offset   polyomino_tile   tiles[tile_count], in the order of their indices
 *     at cells_offset   polyomino_cell   cells[cell_count], all tiles' shapes
 *
 * polyomino_board(), polyomino_tiles() and polyomino_cells() find them. Rotation r turns a tile by r * 90 degrees
 * counter-clockwise: square (x, y) of a shape of w x h squares comes to
 *
 *     r = 0   (x, y)                  of w x h
 *     r = 1   (y, w - 1 - x)          of h x w
 *     r = 2   (w - 1 - x, h - 1 - y)  of w x h
 *     r = 3   (h - 1 - y, x)          of h x w
 */
#ifndef POLYOMINO_POLYOMINO_H
#define POLYOMINO_POLYOMINO_H

#include <stdint.h>

#define POLYOMINO_PROTOCOL "polyomino/1"

enum {
  POLYOMINO_MAX_SIDE = 200,   /* squares, of the board's width and of its height */
  POLYOMINO_MIN_SIZE = 3,     /* squares of a tile */
  POLYOMINO_MAX_SIZE = 1000,  /* likewise */
  POLYOMINO_MAX_TILES = 10000 /* that may be requested in a match */
};

/* What a square of the board is. */
enum {
  POLYOMINO_FREE = 0,
  POLYOMINO_COVERED = 1, /* from the start */
  POLYOMINO_TILE = 2     /* under a tile that was placed */
};

/* What the seat does. */
enum {
  POLYOMINO_GET = 1,   /* asks for a tile */
  POLYOMINO_PLACE = 2, /* places one that it holds */
  POLYOMINO_DONE = 3   /* ends the match */
};

/* One square of a shape, counted from the upper left corner of the shape's bounding box. */
typedef struct polyomino_cell {
  int16_t x; /* 0 .. width of the shape - 1 */
  int16_t y; /* 0 .. height of the shape - 1 */
} polyomino_cell;

/* One tile that was requested. 32 bytes. */
typedef struct polyomino_tile {
  int32_t size;       /* squares: 3 .. 1000 */
  int32_t width;      /* of its smallest bounding box, as it was given (rotation 0): 1 .. size */
  int32_t height;     /* likewise */
  int32_t first_cell; /* its shape: cells[first_cell] .. cells[first_cell + size - 1], row by row, rotation 0 */
  int32_t placed;     /* 1: it lies on the board; 0: the seat holds it */
  int32_t x;          /* placed: the upper left corner of its bounding box after rotation; else 0 */
  int32_t y;          /* likewise */
  int32_t rotation;   /* placed: 0 .. 3; else 0 */
} polyomino_tile;

/* The header of what the seat sees. 56 bytes. */
typedef struct polyomino_observation {
  int32_t width;        /* of the board: 1 .. 200 */
  int32_t height;       /* likewise */
  int64_t held_cost;    /* what the tiles held cost if the match ended now: the sum of size * size, 0 .. 10^10 */
  double penalty;       /* part of the final score lost per second of CPU time: 0 .. 1; usually 0.01 */
  int32_t points;       /* what the tiles placed have scored: the sum of size * size, 0 .. 4 * 10^7 */
  int32_t tile_count;   /* tiles requested so far: 0 .. 10000; the next one has this index */
  int32_t cell_count;   /* squares of all these tiles together: 0 .. 10^7 */
  int32_t board_offset; /* bytes */
  int32_t tiles_offset; /* bytes */
  int32_t cells_offset; /* bytes */
  int32_t size;         /* of the whole observation, bytes */
  int32_t reserved;     /* 0 */
} polyomino_observation;

static inline const uint8_t* polyomino_board(const polyomino_observation* observation) {
  return (const uint8_t*)observation + observation->board_offset;
}
static inline const polyomino_tile* polyomino_tiles(const polyomino_observation* observation) {
  return (const polyomino_tile*)(const void*)((const uint8_t*)observation + observation->tiles_offset);
}
static inline const polyomino_cell* polyomino_cells(const polyomino_observation* observation) {
  return (const polyomino_cell*)(const void*)((const uint8_t*)observation + observation->cells_offset);
}

/* What the seat does. 20 bytes. Fields that a kind does not name are ignored. */
typedef struct polyomino_action {
  int32_t kind;     /* POLYOMINO_GET, POLYOMINO_PLACE or POLYOMINO_DONE */
  int32_t value;    /* get: the size wanted, 3 .. 1000. place: the tile's index, 0 .. tile_count - 1 */
  int32_t x;        /* place: column of the upper left corner of the tile's bounding box after rotation */
  int32_t y;        /* place: its row */
  int32_t rotation; /* place: 0 .. 3 */
} polyomino_action;

/* What an action is answered with. 4020 bytes. */
typedef struct polyomino_reply {
  int32_t points;                           /* what the tiles placed have scored so far, as in the observation */
  int32_t index;                            /* of the tile that was got or placed; done: 0 */
  int32_t size;                             /* get: squares of the tile, as asked for; else 0 */
  int32_t width;                            /* get: of its bounding box; else 0 */
  int32_t height;                           /* likewise */
  polyomino_cell cells[POLYOMINO_MAX_SIZE]; /* get: its shape: `size` squares, row by row; the rest is 0 */
} polyomino_reply;

#endif

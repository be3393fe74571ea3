/* agon/ext/scene.h - a game draws a position.
 *
 * Scenario: the host asks the game to draw a position on a canvas: a grid of cells with glyphs, colour roles, marks and
 * arrows, and lines of text below. The terminal and a page are canvases. A cell may carry a token:
 * where a person plays, the tokens of the cells clicked, joined by a blank, are the text of an action
 * (agon/ext/notation.h).
 *
 * Rationale
 *   Roles instead of colours: the canvas knows whether it is dark, monochrome or for the colour-blind; the game does
 * not.
 *   Callbacks instead of a returned picture: no memory changes its owner, and a canvas may ignore what it can't show.
 */
#ifndef AGON_EXT_SCENE_H
#define AGON_EXT_SCENE_H

#include "../game.h"

#define AGON_SCENE "agon.scene/1"

#ifdef __cplusplus
extern "C" {
#endif

/* What a cell's colour means. Unknown values are shown as AGON_ROLE_PLAIN. */
enum {
  AGON_ROLE_PLAIN = 0,
  AGON_ROLE_BLOCKED = 1,  /* can't be used: covered, exhausted */
  AGON_ROLE_FAINT = 2,    /* of little interest: an empty cell */
  AGON_ROLE_SEAT = 16,    /* + seat (0..15): belongs to that seat */
  AGON_ROLE_CATEGORY = 32 /* + k (0..15): kind number k of something */
};

/* What is special about a cell: bits, added up. */
enum {
  AGON_MARK_LAST = 1,     /* touched by the last action */
  AGON_MARK_LEGAL = 2,    /* the seat to move may choose it */
  AGON_MARK_HIGHLIGHT = 4 /* look here */
};

/* How a canvas with pictures shows a cell: more bits of the same sum. */
enum {
  AGON_MARK_STONE = 8,     /* on a board for stones: a seat's cell is a stone, black of seat 0, white of seat 1 */
  AGON_MARK_BALL = 16,     /* a ball with the glyph on it */
  AGON_MARK_JOINS_UP = 32, /* belongs to one group with the cell above: no border between them */
  AGON_MARK_JOINS_RIGHT = 64,
  AGON_MARK_JOINS_DOWN = 128,
  AGON_MARK_JOINS_LEFT = 256
};

/* The content of one cell of the grid. The strings are borrowed for the call. */
typedef struct agon_cell {
  const char* glyph; /* UTF-8, one or two columns wide on a terminal; "" for nothing. Small raised figures at its end
                        are a counter. A stone shows the figures of its glyph, and nothing else */
  const char* token; /* the text that a click on the cell adds to an action; NULL: it can't be chosen */
  int32_t role;      /* AGON_ROLE_... */
  uint32_t marks;    /* AGON_MARK_..., added up; a canvas ignores those that it does not know */
} agon_cell;

/* The functions that draw. The host owns it; pointers that are passed to its functions are borrowed for the call. Rows
 * count from the top, columns from the left, both from 0. The functions can't fail.
 * [match thread, inside draw] */
typedef struct agon_canvas {
  const agon_host* host; /* the host: the first argument of each function */

  /* Sets the size of the board in cells, at least 1 x 1. Called first, and once. */
  void (*grid)(const agon_host* host, uint32_t rows, uint32_t columns);

  /* Adds labels beside the rows and above the columns, as many as the grid has; NULL for none. */
  void (*labels)(const agon_host* host, const char* const* rows, const char* const* columns);

  /* Draws one cell. A cell that is never drawn is plain and empty. */
  void (*cell)(const agon_host* host, uint32_t row, uint32_t column, const agon_cell* cell);

  /* Draws an arrow from the middle of one cell to the middle of another. */
  void (*arrow)(const agon_host* host, uint32_t from_row, uint32_t from_column, uint32_t to_row, uint32_t to_column,
                int32_t role);

  /* Adds a line of text below the board: points, announcements, the seat to move. Any number of lines, in order. */
  void (*text)(const agon_host* host, const char* line);
} agon_canvas;

/* Offered by a game: agon_game_type.extension(AGON_SCENE). Constant data. */
typedef struct agon_scene {
  /* Draws what `seat`, AGON_ALL_SEATS or AGON_SPECTATOR may know of the position now. Can't fail: without memory, it
   * draws a part.
   * [match thread, between create and destroy of the state] */
  void (*draw)(const void* state, int32_t seat, const agon_canvas* canvas);
} agon_scene;

#ifdef __cplusplus
}
#endif

#endif

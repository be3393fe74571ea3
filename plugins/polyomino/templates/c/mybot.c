/* mybot plays Polyominoes: it asks for the smallest tiles and places each where it first fits.
 *
 * polyomino/polyomino.h has what it sees, does and is told; 'myhost info polyomino' has the rules. */
#include <polyomino/polyomino.h>

#include <agon/c_strategy.h>
#include <string.h>

enum { SIZE = POLYOMINO_MIN_SIZE }; /* of the tiles it asks for: such a tile is straight or bent */

/* What it remembers from action to action; each match has one of its own. */
typedef struct bot {
  const agon_session* session; /* the seat, the limits, a seed; act(), time_left_ns() and should_stop() */
  int32_t width;
  int32_t height;
  uint8_t board[POLYOMINO_MAX_SIDE * POLYOMINO_MAX_SIDE]; /* square (x, y) is board[y * width + x] */
  int32_t first_row[2]; /* where the last straight one, and the last bent one, was placed */
  polyomino_reply reply;
} bot;

/* A tile as it is turned now. */
typedef struct shape {
  int32_t width;
  int32_t height;
  polyomino_cell cells[SIZE];
} shape;

/* By 90 degrees counter-clockwise. */
static shape turned(const shape* from) {
  shape to = {from->height, from->width, {{0, 0}}};
  int cell;
  for (cell = 0; cell < SIZE; ++cell) {
    to.cells[cell].x = from->cells[cell].y;
    to.cells[cell].y = (int16_t)(from->width - 1 - from->cells[cell].x);
  }
  return to;
}

static uint8_t* square(bot* self, const shape* tile, int cell, int32_t x, int32_t y) {
  return &self->board[(y + tile->cells[cell].y) * self->width + x + tile->cells[cell].x];
}

static int fits(bot* self, const shape* tile, int32_t x, int32_t y) {
  int cell;
  if (x + tile->width > self->width || y + tile->height > self->height) return 0;
  for (cell = 0; cell < SIZE; ++cell) {
    if (*square(self, tile, cell, x, y) != POLYOMINO_FREE) return 0;
  }
  return 1;
}

/* Takes an action before the last one of the turn; its answer is in self->reply. */
static agon_status act(bot* self, const polyomino_action* action, agon_error* error) {
  const agon_bytes bytes = {action, sizeof *action};
  agon_buffer reply = {&self->reply, sizeof self->reply, 0};
  const agon_status status = self->session->act(self->session, bytes, &reply, error);
  if (status == AGON_OK && reply.size < sizeof self->reply)
    return agon_refuse(error, AGON_FAILED, "the game's reply is shorter than that of this strategy's header");
  return status;
}

/* Places the tile of the last reply, turned as need be, where it first fits; *placed tells whether it did. Better is a
 * place where it leaves no holes. */
static agon_status put(bot* self, int* placed, agon_error* error) {
  const int32_t index = self->reply.index;
  shape turns[4];
  int32_t* const first = &self->first_row[self->reply.width == 1 || self->reply.height == 1 ? 0 : 1];
  int32_t x, y, rotation;
  int cell;
  turns[0].width = self->reply.width;
  turns[0].height = self->reply.height;
  memcpy(turns[0].cells, self->reply.cells, sizeof turns[0].cells);
  for (rotation = 1; rotation < 4; ++rotation) turns[rotation] = turned(&turns[rotation - 1]);
  *placed = 0;
  for (y = *first; y < self->height; ++y) {
    for (x = 0; x < self->width; ++x) {
      for (rotation = 0; rotation < 4; ++rotation) {
        const polyomino_action place = {POLYOMINO_PLACE, index, x, y, rotation};
        if (!fits(self, &turns[rotation], x, y)) continue;
        for (cell = 0; cell < SIZE; ++cell) *square(self, &turns[rotation], cell, x, y) = POLYOMINO_TILE;
        *first = y; /* the board only fills: no tile of this shape fits above any more */
        *placed = 1;
        return act(self, &place, error);
      }
    }
  }
  return AGON_OK;
}

/* Plays the whole match, or what is left of it, but for the last action, "done".
 *
 * Here to begin: a tile of n squares pays n * n, so larger ones pay more, as long as they fit: one that is left over
 * costs what it would have paid. Sizes go up to POLYOMINO_MAX_SIZE. */
static agon_status play(bot* self, const polyomino_observation* seen, agon_error* error) {
  const polyomino_action get = {POLYOMINO_GET, SIZE, 0, 0, 0};
  agon_status status = AGON_OK;
  int placed = 1;
  int32_t count;
  self->width = seen->width;
  self->height = seen->height;
  memcpy(self->board, polyomino_board(seen), (size_t)(seen->width * seen->height));
  for (count = seen->tile_count; placed && count < POLYOMINO_MAX_TILES; ++count) {
    status = act(self, &get, error);
    if (status == AGON_OK) status = put(self, &placed, error);
    if (status != AGON_OK) break;
  }
  return status;
}

/* Called at each of its turns, of which a match has one unless the bot takes over. */
static agon_status decide(bot* self, const polyomino_observation* seen, polyomino_action* action, agon_error* error) {
  const agon_status status = play(self, seen, error);
  action->kind = POLYOMINO_DONE;
  return status == AGON_TURN_OVER ? AGON_OK : status;
}

AGON_C_STRATEGY(bot, decide, polyomino_observation, polyomino_action, POLYOMINO_PROTOCOL, "mybot", "0.1.0",
                "the smallest tiles, each where it first fits")

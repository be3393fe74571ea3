/* The strategy "neighbourly" in C99: the square with most stones beside it, its own counted four times; of several, the
 * first, row by row. neighbourly.cpp, neighbourly_class.cpp and neighbourly.rs do the same. */
#include <agon/plugin.h>
#include <stdio.h>
#include <string.h>
#include <tonga/tonga.h>

/* What a stone beside a square counts, as `seat` sees it; nothing off the board. */
static int worth(const tonga_observation* seen, int32_t row, int32_t column) {
  if (row < 0 || column < 0 || row >= seen->size || column >= seen->size) return 0;
  const int8_t stone = seen->cells[row * seen->size + column];
  if (stone == TONGA_EMPTY) return 0;
  return stone == (seen->seat == 0 ? TONGA_BLACK : TONGA_WHITE) ? 4 : 1;
}

/* It remembers nothing, so all instances are one. */
static int nothing;

static agon_status create(const agon_session* session, void** self, agon_error* error) {
  (void)session;
  (void)error;
  *self = &nothing;
  return AGON_OK;
}

static void destroy(void* self) {
  (void)self;
}

static agon_status turn(void* self, agon_bytes observation, agon_buffer* action, agon_error* error) {
  const tonga_observation* const seen = observation.data;
  tonga_action best = {-1, -1};
  int most = -1;
  (void)self;
  if (observation.size < sizeof *seen) {
    snprintf(error->text, sizeof error->text, "an observation that is shorter than that of tonga/1");
    return AGON_FAILED;
  }
  for (int32_t row = 0; row < seen->size; ++row) {
    for (int32_t column = 0; column < seen->size; ++column) {
      if (seen->cells[row * seen->size + column] != TONGA_EMPTY) continue;
      const int value = worth(seen, row - 1, column) + worth(seen, row + 1, column) + worth(seen, row, column - 1) +
                        worth(seen, row, column + 1);
      if (value <= most) continue;
      most = value;
      best.row = row;
      best.column = column;
    }
  }
  memcpy(action->data, &best, sizeof best);
  action->size = sizeof best;
  return AGON_OK;
}

static const void* extension(const char* id) {
  (void)id;
  return NULL;
}

static const agon_strategy_type strategy = {
    "neighbourly", "1.0.0", TONGA_PROTOCOL, "where most stones are", 0, 0, NULL, create, destroy, turn, extension};
static const agon_strategy_type* const strategies[] = {&strategy};

const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, "neighbourly", "1.0.0", 0, 1, NULL,
                                      strategies};

/* mybot plays PseudoTonga: it puts its stone where most stones of its own stand beside.
 *
 * tonga/tonga.h has what it sees and does; 'myhost info tonga' has the rules. */
#include <tonga/tonga.h>

#include <agon/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What it remembers from turn to turn; each match has one of its own. */
typedef struct bot {
  const agon_session* session; /* the seat, the limits, a seed; time_left_ns() and should_stop() */
  int32_t turns;
} bot;

static int is_mine(const tonga_observation* seen, int32_t row, int32_t column) {
  const int8_t mine = seen->seat == 0 ? TONGA_BLACK : TONGA_WHITE;
  if (row < 0 || column < 0 || row >= seen->size || column >= seen->size) return 0;
  return seen->cells[row * seen->size + column] == mine;
}

/* Here to begin: an isle pays the square of its size, so joining two large ones is worth more than growing a small
 * one, and a square that keeps the other's isles apart is worth something, too. Then look a move ahead. */
static int worth_of(const tonga_observation* seen, int32_t row, int32_t column) {
  return is_mine(seen, row - 1, column) + is_mine(seen, row + 1, column) + is_mine(seen, row, column - 1) +
         is_mine(seen, row, column + 1);
}

/* Called at each of its turns; what it returns must be an empty square. */
static tonga_action decide(bot* self, const tonga_observation* seen) {
  tonga_action best = {-1, -1};
  int most = -1;
  int32_t row, column;
  ++self->turns;
  for (row = 0; row < seen->size; ++row) {
    for (column = 0; column < seen->size; ++column) {
      if (seen->cells[row * seen->size + column] != TONGA_EMPTY || worth_of(seen, row, column) <= most) continue;
      most = worth_of(seen, row, column);
      best.row = row;
      best.column = column;
    }
  }
  return best;
}

/* From here on: the border to the host, agon/strategy.h. */

static agon_status create(const agon_session* session, void** self, agon_error* error) {
  bot* const made = calloc(1, sizeof *made);
  if (made == NULL) {
    snprintf(error->text, sizeof error->text, "out of memory");
    return AGON_FAILED;
  }
  made->session = session;
  *self = made;
  return AGON_OK;
}

static void destroy(void* self) {
  free(self);
}

static agon_status turn(void* self, agon_bytes observation, agon_buffer* action, agon_error* error) {
  tonga_action decided;
  if (observation.size != sizeof(tonga_observation) || action->capacity < sizeof decided) {
    snprintf(error->text, sizeof error->text, "the host's structs have other sizes than the protocol's");
    return AGON_FAILED;
  }
  decided = decide(self, observation.data);
  memcpy(action->data, &decided, sizeof decided);
  action->size = sizeof decided;
  return AGON_OK;
}

static const void* extension(const char* id) {
  (void)id;
  return NULL;
}

static const agon_strategy_type strategy = {
    "mybot", "0.1.0", TONGA_PROTOCOL, "stays close to its own stones", 0, 0, NULL, create, destroy, turn, extension};
static const agon_strategy_type* const strategies[] = {&strategy};

const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR, AGON_ABI_MINOR, "mybot", "0.1.0", 0, 1, NULL, strategies};

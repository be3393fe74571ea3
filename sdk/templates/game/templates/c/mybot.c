/* mybot plays MyGame: it takes all that is left if it may, else as few stones as it may.
 *
 * mygame/mygame.h has what it sees and does; 'myhost info mygame' has the rules. */
#include <mygame/mygame.h>

#include <agon/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What it remembers from turn to turn; each match has one of its own. */
typedef struct bot {
  const agon_session* session; /* the seat, the limits, a seed; time_left_ns() and should_stop() */
  int32_t turns;
} bot;

/* Called at each of its turns; what it returns must be allowed: mygame_allows(). */
static mygame_action decide(bot* self, const mygame_observation* seen) {
  mygame_action action = {1};
  ++self->turns;
  /* Here to begin: which heaps are lost for whoever has to take from them? Leave one of those. */
  if (mygame_allows(seen, seen->stones)) action.count = seen->stones;
  while (!mygame_allows(seen, action.count)) ++action.count;
  return action;
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
  mygame_action decided;
  if (observation.size != sizeof(mygame_observation) || action->capacity < sizeof decided) {
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
    "mybot", "0.1.0", MYGAME_PROTOCOL, "all that is left, or as little as it may", 0, 0, NULL, create,
    destroy, turn,    extension};
static const agon_strategy_type* const strategies[] = {&strategy};

const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR, AGON_ABI_MINOR, "mybot", "0.1.0", 0, 1, NULL, strategies};

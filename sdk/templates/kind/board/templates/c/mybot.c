/* mybot plays MyGame: it takes all that is left if it may, else as few stones as it may.
 *
 * mygame/mygame.h has what it sees and does; 'myhost info mygame' has the rules. */
#include <mygame/mygame.h>

#include <agon/c_strategy.h>

/* What it remembers from turn to turn; each match has one of its own. */
typedef struct bot {
  const agon_session* session; /* the seat, the limits, a seed; time_left_ns() and should_stop() */
  int32_t turns;
} bot;

/* Called at each of its turns; the action must be allowed: mygame_allows(). */
static agon_status decide(bot* self, const mygame_observation* seen, mygame_action* action, agon_error* error) {
  (void)error; /* nothing can fail here: agon_refuse(error, AGON_FAILED, "why") would tell */
  ++self->turns;
  action->count = 1;
  /* Here to begin: which heaps are lost for whoever has to take from them? Leave one of those. */
  if (mygame_allows(seen, seen->stones)) action->count = seen->stones;
  while (!mygame_allows(seen, action->count)) ++action->count;
  return AGON_OK;
}

AGON_C_STRATEGY(bot, decide, mygame_observation, mygame_action, MYGAME_PROTOCOL, "mybot", "0.1.0",
                "all that is left, or as little as it may")

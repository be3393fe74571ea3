/* mybot plays MyGame: it bids half of what the item is worth.
 *
 * mygame/mygame.h has what it sees and does; 'myhost info mygame' has the rules. */
#include <mygame/mygame.h>

#include <agon/c_strategy.h>

/* What it remembers from turn to turn; each match has one of its own. */
typedef struct bot {
  const agon_session* session; /* the seat, the limits, a seed; time_left_ns() and should_stop() */
  int32_t turns;
} bot;

/* Called at each of its turns; the bid must be 0 to the coins of its seat. */
static agon_status decide(bot* self, const mygame_observation* seen, mygame_action* action, agon_error* error) {
  const int32_t coins = seen->coins[seen->seat];
  (void)error; /* nothing can fail here: agon_refuse(error, AGON_FAILED, "why") would tell */
  ++self->turns;
  /* Here to begin: how much do the others bid? seen->shown[seat] tells what they bid in the round before. */
  action->bid = (seen->value + 1) / 2;
  if (action->bid > coins) action->bid = coins;
  return AGON_OK;
}

AGON_C_STRATEGY(bot, decide, mygame_observation, mygame_action, MYGAME_PROTOCOL, "mybot", "0.1.0",
                "half of what the item is worth")

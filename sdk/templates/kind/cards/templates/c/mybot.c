/* mybot plays MyGame: it bets with the king and calls with the queen, too.
 *
 * mygame/mygame.h has what it sees and does; 'myhost info mygame' has the rules. */
#include <mygame/mygame.h>

#include <agon/c_strategy.h>

/* What it remembers from turn to turn; each match has one of its own. */
typedef struct bot {
  const agon_session* session; /* the seat, the limits, a seed; time_left_ns() and should_stop() */
  int32_t turns;
} bot;

/* Called at each of its turns. */
static agon_status decide(bot* self, const mygame_observation* seen, mygame_action* action, agon_error* error) {
  (void)error; /* nothing can fail here: agon_refuse(error, AGON_FAILED, "why") would tell */
  ++self->turns;
  action->kind = MYGAME_PASS;
  /* Here to begin: whoever never bluffs with the jack is never called. How often should it? */
  if (seen->card == MYGAME_KING || (seen->card == MYGAME_QUEEN && mygame_faces_bet(seen))) action->kind = MYGAME_BET;
  return AGON_OK;
}

AGON_C_STRATEGY(bot, decide, mygame_observation, mygame_action, MYGAME_PROTOCOL, "mybot", "0.1.0",
                "bets with the king, calls with the queen")

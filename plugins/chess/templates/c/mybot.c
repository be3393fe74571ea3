/* mybot plays chess: it takes the most valuable piece that it can.
 *
 * chess/chess.h has what it sees and does; 'myhost info chess' has the rules. */
#include <chess/chess.h>

#include <agon/c_strategy.h>

/* What it remembers from turn to turn; each match has one of its own. */
typedef struct bot {
  const agon_session* session; /* the seat, the limits, a seed; time_left_ns() and should_stop() */
  int32_t turns;
} bot;

/* Here to begin: pieces are worth about 1, 3, 3, 5 and 9, and one that is taken back was not won. Then look a move
 * ahead. */
static int worth_of(const chess_observation* seen, const int8_t* move) {
  const int mine = seen->seat == 0 ? 1 : -1;
  const int taken = -mine * seen->board[move[1]];
  return taken > 0 ? taken : 0;
}

/* Called at each of its turns; the action must be a legal move. */
static agon_status decide(bot* self, const chess_observation* seen, chess_action* action, agon_error* error) {
  const int8_t* best = seen->moves;
  int32_t i;
  (void)error; /* nothing can fail here: agon_refuse(error, AGON_FAILED, "why") would tell */
  ++self->turns;
  for (i = 1; i < seen->move_count; ++i) {
    if (worth_of(seen, seen->moves + 3 * i) > worth_of(seen, best)) best = seen->moves + 3 * i;
  }
  action->from = best[0];
  action->to = best[1];
  action->promotion = best[2];
  return AGON_OK;
}

AGON_C_STRATEGY(bot, decide, chess_observation, chess_action, CHESS_PROTOCOL, "mybot", "0.1.0",
                "takes the most valuable piece")

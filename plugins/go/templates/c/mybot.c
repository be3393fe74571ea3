/* mybot plays Go: it plays where it touches fewest of its own stones, and fills no eye.
 *
 * go/go.h has what it sees and does; 'myhost info go' has the rules. */
#include <go/go.h>

#include <agon/c_strategy.h>

/* What it remembers from turn to turn; each match has one of its own. */
typedef struct bot {
  const agon_session* session; /* the seat, the limits, a seed; time_left_ns() and should_stop() */
  int32_t turns;
} bot;

/* Returns 1 if the point is on the board and has no stone of its own. */
static int is_other(const go_observation* seen, int32_t row, int32_t column) {
  const int8_t mine = seen->seat == 0 ? GO_BLACK : GO_WHITE;
  if (row < 0 || column < 0 || row >= seen->size || column >= seen->size) return 0;
  return seen->board[row * seen->size + column] != mine;
}

/* Here to begin: a group without a free point beside it is taken, and one with two eyes never is. Then play matches to
 * the end at random, and take the move that wins most of them. */
static int worth_of(const go_observation* seen, int32_t point) {
  const int32_t row = point / seen->size;
  const int32_t column = point % seen->size;
  return is_other(seen, row - 1, column) + is_other(seen, row + 1, column) + is_other(seen, row, column - 1) +
         is_other(seen, row, column + 1);
}

/* Called at each of its turns; the action must be a legal move. */
static agon_status decide(bot* self, const go_observation* seen, go_action* action, agon_error* error) {
  int most = 0;
  int32_t point;
  (void)error; /* nothing can fail here: agon_refuse(error, AGON_FAILED, "why") would tell */
  ++self->turns;
  action->point = GO_PASS;
  for (point = 0; point < seen->size * seen->size; ++point) {
    if (!seen->legal[point] || worth_of(seen, point) <= most) continue;
    most = worth_of(seen, point);
    action->point = point;
  }
  return AGON_OK;
}

AGON_C_STRATEGY(bot, decide, go_observation, go_action, GO_PROTOCOL, "mybot", "0.1.0", "touches few of its own stones")

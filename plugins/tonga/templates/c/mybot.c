/* mybot plays PseudoTonga: it puts its stone where most stones of its own stand beside.
 *
 * tonga/tonga.h has what it sees and does; 'myhost info tonga' has the rules. */
#include <tonga/tonga.h>

#include <agon/c_strategy.h>

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

/* Called at each of its turns; the action must be an empty square. */
static agon_status decide(bot* self, const tonga_observation* seen, tonga_action* action, agon_error* error) {
  tonga_action best = {-1, -1};
  int most = -1;
  int32_t row, column;
  (void)error; /* nothing can fail here: agon_refuse(error, AGON_FAILED, "why") would tell */
  ++self->turns;
  for (row = 0; row < seen->size; ++row) {
    for (column = 0; column < seen->size; ++column) {
      if (seen->cells[row * seen->size + column] != TONGA_EMPTY || worth_of(seen, row, column) <= most) continue;
      most = worth_of(seen, row, column);
      best.row = row;
      best.column = column;
    }
  }
  *action = best;
  return AGON_OK;
}

AGON_C_STRATEGY(bot, decide, tonga_observation, tonga_action, TONGA_PROTOCOL, "mybot", "0.1.0",
                "stays close to its own stones")

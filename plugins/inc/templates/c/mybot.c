/* mybot plays Inc: it makes the move after which most squares carry its digit.
 *
 * inc/inc.h has what it sees and does; 'myhost info inc' has the rules. */
#include <inc/inc.h>

#include <agon/c_strategy.h>

/* What it remembers from turn to turn; each match has one of its own. */
typedef struct bot {
  const agon_session* session; /* the seat, the limits, a seed; time_left_ns() and should_stop() */
  int32_t turns;
} bot;

/* The digit of a square after the move; 0: it is empty. */
static int32_t digit_after(const inc_observation* seen, inc_action move, int32_t row, int32_t column) {
  const int32_t digit = seen->cells[row * seen->columns + column];
  const int in_first = (move.axis == INC_HORIZONTAL ? row : column) < move.line;
  if (digit == 0 || in_first != (move.group == INC_FIRST)) return digit;
  return (digit - 1 + seen->increment + 3) % 3 + 1;
}

/* Here to begin: only the board at the end counts, and two others move before your next turn. What will they answer?
 * seen->turns_left says how far the end is. */
static int32_t worth_of(const inc_observation* seen, inc_action move) {
  int32_t mine = 0;
  int32_t row, column;
  for (row = 0; row < seen->rows; ++row) {
    for (column = 0; column < seen->columns; ++column)
      mine += digit_after(seen, move, row, column) == seen->seat + 1 ? 1 : 0;
  }
  return mine;
}

/* Called at each of its turns; the action must be a line inside the board and one of its two groups. */
static agon_status decide(bot* self, const inc_observation* seen, inc_action* action, agon_error* error) {
  inc_action best = {INC_HORIZONTAL, 1, INC_FIRST};
  int32_t most = -1;
  int32_t axis, line, group;
  (void)error; /* nothing can fail here: agon_refuse(error, AGON_FAILED, "why") would tell */
  ++self->turns;
  for (axis = INC_HORIZONTAL; axis <= INC_VERTICAL; ++axis) {
    const int32_t end = axis == INC_HORIZONTAL ? seen->rows : seen->columns;
    for (group = INC_FIRST; group <= INC_SECOND; ++group) {
      for (line = 1; line < end; ++line) {
        const inc_action move = {axis, line, group};
        const int32_t worth = worth_of(seen, move);
        if (worth <= most) continue;
        most = worth;
        best = move;
      }
    }
  }
  *action = best;
  return AGON_OK;
}

AGON_C_STRATEGY(bot, decide, inc_observation, inc_action, INC_PROTOCOL, "mybot", "0.1.0",
                "most squares with its digit after its own move")

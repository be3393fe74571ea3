/* mybot plays Linez: it makes the move that gives the longest row of equal numbers.
 *
 * linez/linez.h has what it sees and does; 'myhost info linez' has the rules. */
#include <linez/linez.h>

#include <agon/c_strategy.h>

/* What it remembers from turn to turn; each match has one of its own. */
typedef struct bot {
  const agon_session* session; /* the seat, the limits, a seed; time_left_ns() and should_stop() */
  int32_t turns;
} bot;

static int is_inside(const linez_observation* seen, int32_t row, int32_t column) {
  return row >= 0 && column >= 0 && row < seen->rows && column < seen->columns;
}

static int8_t at(const linez_observation* seen, int32_t row, int32_t column) {
  return seen->cells[row * seen->columns + column];
}

/* How many cells that follow the move's target in one direction hold its number, the one it comes from left out. */
static int run(const linez_observation* seen, linez_action move, int32_t down, int32_t right) {
  const int8_t number = at(seen, move.from_row, move.from_column);
  int32_t row = move.to_row + down;
  int32_t column = move.to_column + right;
  int length = 0;
  while (is_inside(seen, row, column) && at(seen, row, column) == number &&
         (row != move.from_row || column != move.from_column)) {
    ++length;
    row += down;
    column += right;
  }
  return length;
}

/* Here to begin: a row that no empty cell prolongs is worth little, the one that the number leaves is lost, and a board
 * that falls into many regions can't be put in order. seen->next tells what falls next. */
static int worth_of(const linez_observation* seen, linez_action move) {
  static const int32_t directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  int longest = 0;
  int each;
  for (each = 0; each < 4; ++each) {
    const int32_t down = directions[each][0];
    const int32_t right = directions[each][1];
    const int length = 1 + run(seen, move, down, right) + run(seen, move, -down, -right);
    if (length > longest) longest = length;
  }
  return longest;
}

/* Lists the empty cells that the number on `from` can go to, near ones first; returns how many. */
static int reachable(const linez_observation* seen, int32_t from, int32_t cells[LINEZ_MAX_CELLS]) {
  static const int32_t steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
  int8_t known[LINEZ_MAX_CELLS] = {0};
  int count = 0;
  int next = -1; /* whose neighbours come next; -1: those of `from` */
  for (; next < count; ++next) {
    const int32_t cell = next < 0 ? from : cells[next];
    int each;
    for (each = 0; each < 4; ++each) {
      const int32_t row = cell / seen->columns + steps[each][0];
      const int32_t column = cell % seen->columns + steps[each][1];
      const int32_t beside = row * seen->columns + column;
      if (!is_inside(seen, row, column) || seen->cells[beside] != 0 || known[beside]) continue;
      known[beside] = 1;
      cells[count++] = beside;
    }
  }
  return count;
}

/* Called at each of its turns; the action must be a move of a number to an empty cell that it reaches. */
static agon_status decide(bot* self, const linez_observation* seen, linez_action* action, agon_error* error) {
  linez_action best = {0, 0, 0, 0};
  int most = -1;
  int32_t from;
  (void)error; /* nothing can fail here: agon_refuse(error, AGON_FAILED, "why") would tell */
  ++self->turns;
  for (from = 0; from < seen->rows * seen->columns; ++from) {
    int32_t cells[LINEZ_MAX_CELLS];
    const int count = seen->cells[from] == 0 ? 0 : reachable(seen, from, cells);
    int each;
    for (each = 0; each < count; ++each) {
      const linez_action move = {from / seen->columns, from % seen->columns, cells[each] / seen->columns,
                                 cells[each] % seen->columns};
      const int worth = worth_of(seen, move);
      if (worth <= most) continue;
      most = worth;
      best = move;
    }
  }
  *action = best;
  return AGON_OK;
}

AGON_C_STRATEGY(bot, decide, linez_observation, linez_action, LINEZ_PROTOCOL, "mybot", "0.1.0",
                "the longest row of equal numbers")

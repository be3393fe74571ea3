/* mybot plays ChessPuzzle: it clicks the highest stack, and dead ends last.
 *
 * chesspuzzle/chesspuzzle.h has what it sees and does; 'myhost info chesspuzzle' has the rules. */
#include <chesspuzzle/chesspuzzle.h>

#include <agon/c_strategy.h>

/* What it remembers from turn to turn; each match has one of its own. */
typedef struct bot {
  const agon_session* session; /* the seat, the limits, a seed; time_left_ns() and should_stop() */
  int32_t turns;
} bot;

/* Appends the cell if it is on the board and has tiles left. */
static void add(const chesspuzzle_observation* seen, int32_t row, int32_t column, chesspuzzle_action cells[8],
                int* count) {
  if (row < 0 || column < 0 || row >= seen->rows || column >= seen->columns) return;
  if (seen->left[row * seen->columns + column] == 0) return;
  cells[*count].row = row;
  cells[*count].column = column;
  ++*count;
}

static int32_t smaller(int32_t one, int32_t other) {
  return one < other ? one : other;
}

/* Steps from a line's cell to the board's edge: `step` is -1, 0 or 1; 0 never gets there. */
static int32_t to_edge(int32_t at, int32_t step, int32_t end) {
  if (step == 0) return CHESSPUZZLE_MAX_SIDE;
  return step < 0 ? at : end - 1 - at;
}

/* Lists the cells that `tile`, removed from (row, column), lets one click next; returns how many. */
static int reach(const chesspuzzle_observation* seen, int32_t row, int32_t column, int8_t tile,
                 chesspuzzle_action cells[8]) {
  int count = 0;
  int32_t down, right;
  for (down = -2; down <= 2; ++down) {
    for (right = -2; right <= 2; ++right) {
      const int diagonal = down * down == right * right;
      int32_t distance = tile;
      if (tile == CHESSPUZZLE_KNIGHT) {
        if (down * down + right * right == 5) add(seen, row + down, column + right, cells, &count);
        continue;
      }
      if (down * down > 1 || right * right > 1 || (down == 0 && right == 0)) continue;
      if ((tile == CHESSPUZZLE_ROOK && diagonal) || (tile == CHESSPUZZLE_BISHOP && !diagonal)) continue;
      if (tile > CHESSPUZZLE_FOUR) /* they go to the edge */
        distance = smaller(to_edge(row, down, seen->rows), to_edge(column, right, seen->columns));
      if (distance > 0) add(seen, row + distance * down, column + distance * right, cells, &count);
    }
  }
  return count;
}

/* Here to begin: reach() tells where the tile on top of a cell leads, so that you can look several clicks ahead, as far
 * as the tiles are visible. Cells that few others lead to are soon out of reach. */
static int worth_of(const chesspuzzle_observation* seen, int32_t row, int32_t column) {
  chesspuzzle_action next[8];
  const int32_t cell = row * seen->columns + column;
  if (reach(seen, row, column, seen->top[cell], next) == 0) return 0; /* the match would end there */
  return seen->left[cell];
}

/* Called for each click: before the first one any cell, then one that the removed tile leads to. */
static agon_status decide(bot* self, const chesspuzzle_observation* seen, chesspuzzle_action* action,
                          agon_error* error) {
  chesspuzzle_action cells[CHESSPUZZLE_MAX_CELLS];
  int count = 0;
  int best = 0;
  int each;
  (void)error; /* nothing can fail here: agon_refuse(error, AGON_FAILED, "why") would tell */
  ++self->turns;
  if (seen->last_row >= 0) {
    count = reach(seen, seen->last_row, seen->last_column, seen->removed, cells);
  } else {
    for (; count < seen->rows * seen->columns; ++count) {
      cells[count].row = count / seen->columns;
      cells[count].column = count % seen->columns;
    }
  }
  for (each = 1; each < count; ++each) {
    if (worth_of(seen, cells[each].row, cells[each].column) > worth_of(seen, cells[best].row, cells[best].column))
      best = each;
  }
  *action = cells[best];
  return AGON_OK;
}

AGON_C_STRATEGY(bot, decide, chesspuzzle_observation, chesspuzzle_action, CHESSPUZZLE_PROTOCOL, "mybot", "0.1.0",
                "the highest stack, dead ends last")

/* Protocol "chesspuzzle/1", as strategies built for it have it; see tests/abi/1.0/layout.h. */
#include <chesspuzzle/chesspuzzle.h>

TEXT(CHESSPUZZLE_PROTOCOL, "chesspuzzle/1")

VALUE(CHESSPUZZLE_MIN_SIDE, 6)
VALUE(CHESSPUZZLE_MAX_SIDE, 15)
VALUE(CHESSPUZZLE_MAX_DEPTH, 10)
VALUE(CHESSPUZZLE_MAX_CELLS, 225)

VALUE(CHESSPUZZLE_NONE, 0)
VALUE(CHESSPUZZLE_ONE, 1)
VALUE(CHESSPUZZLE_TWO, 2)
VALUE(CHESSPUZZLE_THREE, 3)
VALUE(CHESSPUZZLE_FOUR, 4)
VALUE(CHESSPUZZLE_KNIGHT, 5)
VALUE(CHESSPUZZLE_BISHOP, 6)
VALUE(CHESSPUZZLE_ROOK, 7)
VALUE(CHESSPUZZLE_QUEEN, 8)

STRUCT(chesspuzzle_observation, 480, 4)
MEMBER(chesspuzzle_observation, rows, 0, int32_t)
MEMBER(chesspuzzle_observation, columns, 4, int32_t)
MEMBER(chesspuzzle_observation, depth, 8, int32_t)
MEMBER(chesspuzzle_observation, clicks, 12, int32_t)
MEMBER(chesspuzzle_observation, last_row, 16, int32_t)
MEMBER(chesspuzzle_observation, last_column, 20, int32_t)
MEMBER(chesspuzzle_observation, top, 24, int8_t[CHESSPUZZLE_MAX_CELLS])
MEMBER(chesspuzzle_observation, left, 249, int8_t[CHESSPUZZLE_MAX_CELLS])
MEMBER(chesspuzzle_observation, removed, 474, int8_t)
MEMBER(chesspuzzle_observation, reserved, 475, int8_t[5])

STRUCT(chesspuzzle_action, 8, 4)
MEMBER(chesspuzzle_action, row, 0, int32_t)
MEMBER(chesspuzzle_action, column, 4, int32_t)

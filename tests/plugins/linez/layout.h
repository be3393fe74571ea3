/* Protocol "linez/1", as strategies built for it have it; see tests/abi/1.0/layout.h. */
#include <linez/linez.h>

TEXT(LINEZ_PROTOCOL, "linez/1")

VALUE(LINEZ_MIN_SIDE, 5)
VALUE(LINEZ_MAX_SIDE, 16)
VALUE(LINEZ_MAX_CELLS, 256)
VALUE(LINEZ_MAX_DROP, 9)

VALUE(LINEZ_LETTERS_ROWS, 0)
VALUE(LINEZ_LETTERS_COLUMNS, 1)

VALUE(LINEZ_POINTS_CONTEST, 0)
VALUE(LINEZ_POINTS_LINES98, 1)

STRUCT(linez_observation, 332, 4)
MEMBER(linez_observation, rows, 0, int32_t)
MEMBER(linez_observation, columns, 4, int32_t)
MEMBER(linez_observation, colours, 8, int32_t)
MEMBER(linez_observation, line, 12, int32_t)
MEMBER(linez_observation, drop, 16, int32_t)
MEMBER(linez_observation, drop_lines_score, 20, int32_t)
MEMBER(linez_observation, letters, 24, int32_t)
MEMBER(linez_observation, moves_left, 28, int32_t)
MEMBER(linez_observation, score, 32, int32_t)
MEMBER(linez_observation, next, 36, int8_t[12])
MEMBER(linez_observation, cells, 48, int8_t[LINEZ_MAX_CELLS])
MEMBER(linez_observation, points, 304, int32_t)
MEMBER(linez_observation, places, 308, int16_t[12])

STRUCT(linez_action, 16, 4)
MEMBER(linez_action, from_row, 0, int32_t)
MEMBER(linez_action, from_column, 4, int32_t)
MEMBER(linez_action, to_row, 8, int32_t)
MEMBER(linez_action, to_column, 12, int32_t)

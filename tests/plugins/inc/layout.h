/* Protocol "inc/1", as strategies built for it have it; see tests/abi/1.0/layout.h. */
#include <inc/inc.h>

TEXT(INC_PROTOCOL, "inc/1")

VALUE(INC_SEATS, 3)
VALUE(INC_MAX_SIDE, 16)
VALUE(INC_MAX_CELLS, 256)
VALUE(INC_MAX_TURNS, 1000000000)

VALUE(INC_HORIZONTAL, 0)
VALUE(INC_VERTICAL, 1)

VALUE(INC_FIRST, 0)
VALUE(INC_SECOND, 1)

STRUCT(inc_observation, 280, 4)
MEMBER(inc_observation, rows, 0, int32_t)
MEMBER(inc_observation, columns, 4, int32_t)
MEMBER(inc_observation, increment, 8, int32_t)
MEMBER(inc_observation, seat, 12, int32_t)
MEMBER(inc_observation, turns_left, 16, int32_t)
MEMBER(inc_observation, out, 20, uint32_t)
MEMBER(inc_observation, cells, 24, int8_t[INC_MAX_CELLS])

STRUCT(inc_action, 12, 4)
MEMBER(inc_action, axis, 0, int32_t)
MEMBER(inc_action, line, 4, int32_t)
MEMBER(inc_action, group, 8, int32_t)

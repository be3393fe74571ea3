/* Protocol "go/1", as strategies built for it have it; see tests/abi/1.0/layout.h. */
#include <go/go.h>

TEXT(GO_PROTOCOL, "go/1")

VALUE(GO_MIN_SIZE, 5)
VALUE(GO_MAX_SIZE, 19)
VALUE(GO_MAX_POINTS, 361)
VALUE(GO_MAX_MOVES, 1083)
VALUE(GO_PASS, -1)

VALUE(GO_EMPTY, 0)
VALUE(GO_BLACK, 1)
VALUE(GO_WHITE, 2)

STRUCT(go_action, 4, 4)
MEMBER(go_action, point, 0, int32_t)

STRUCT(go_observation, 2912, 8)
MEMBER(go_observation, komi, 0, double)
MEMBER(go_observation, size, 8, int32_t)
MEMBER(go_observation, seat, 12, int32_t)
MEMBER(go_observation, passes, 16, int32_t)
MEMBER(go_observation, move_count, 20, int32_t)
MEMBER(go_observation, board, 24, int8_t[GO_MAX_POINTS])
MEMBER(go_observation, legal, 385, int8_t[GO_MAX_POINTS])
MEMBER(go_observation, moves, 746, int16_t[GO_MAX_MOVES])

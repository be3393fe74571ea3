/* Protocol "tonga/1", as strategies built for it have it; see tests/abi/1.0/layout.h. */
#include <tonga/tonga.h>

TEXT(TONGA_PROTOCOL, "tonga/1")

VALUE(TONGA_MIN_SIZE, 4)
VALUE(TONGA_MAX_SIZE, 16)
VALUE(TONGA_MAX_CELLS, 256)

VALUE(TONGA_EMPTY, 0)
VALUE(TONGA_BLACK, 1)
VALUE(TONGA_WHITE, 2)

STRUCT(tonga_observation, 272, 4)
MEMBER(tonga_observation, size, 0, int32_t)
MEMBER(tonga_observation, seat, 4, int32_t)
MEMBER(tonga_observation, last_row, 8, int32_t)
MEMBER(tonga_observation, last_column, 12, int32_t)
MEMBER(tonga_observation, cells, 16, int8_t[TONGA_MAX_CELLS])

STRUCT(tonga_action, 8, 4)
MEMBER(tonga_action, row, 0, int32_t)
MEMBER(tonga_action, column, 4, int32_t)

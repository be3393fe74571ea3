/* The layout of today's headers: 1.0's, which stays, and what has come since. See 1.0/layout.h. */
#include "1.0/layout.h"

/* agon/plugin.h: the version, which alone may change. */
VALUE(AGON_ABI_MAJOR, 1u)
VALUE(AGON_ABI_MINOR, 0u)
VALUE(AGON_ABI_NEEDED_MINOR, 0u)

/* agon/ext/layout.h */
#include <agon/ext/layout.h>

TEXT(AGON_LAYOUT, "agon.layout/1")
VALUE(AGON_FIELD_INT8, 1)
VALUE(AGON_FIELD_INT16, 2)
VALUE(AGON_FIELD_INT32, 3)
VALUE(AGON_FIELD_INT64, 4)
VALUE(AGON_FIELD_UINT8, 5)
VALUE(AGON_FIELD_UINT16, 6)
VALUE(AGON_FIELD_UINT32, 7)
VALUE(AGON_FIELD_UINT64, 8)
VALUE(AGON_FIELD_FLOAT, 9)
VALUE(AGON_FIELD_DOUBLE, 10)
VALUE(AGON_FIELD_TEXT, 11)
VALUE(AGON_FIELD_STRUCT, 12)
VALUE(AGON_FIELD_DIMENSIONS, 4)

STRUCT(agon_dimension, 32, 8)
MEMBER(agon_dimension, name, 0, const char*)
MEMBER(agon_dimension, count_field, 8, const char*)
MEMBER(agon_dimension, count, 16, uint64_t)
MEMBER(agon_dimension, stride, 24, uint64_t)

STRUCT(agon_field, 200, 8)
MEMBER(agon_field, name, 0, const char*)
MEMBER(agon_field, summary, 8, const char*)
MEMBER(agon_field, kind, 16, int32_t)
MEMBER(agon_field, reserved, 20, uint32_t)
MEMBER(agon_field, type, 24, const struct agon_struct*)
MEMBER(agon_field, offset, 32, uint64_t)
MEMBER(agon_field, offset_field, 40, const char*)
MEMBER(agon_field, room, 48, uint64_t)
MEMBER(agon_field, dimensions, 56, agon_dimension[AGON_FIELD_DIMENSIONS])
MEMBER(agon_field, minimum, 184, double)
MEMBER(agon_field, maximum, 192, double)

STRUCT(agon_struct, 40, 8)
MEMBER(agon_struct, name, 0, const char*)
MEMBER(agon_struct, summary, 8, const char*)
MEMBER(agon_struct, size, 16, uint64_t)
MEMBER(agon_struct, field_count, 24, uint32_t)
MEMBER(agon_struct, reserved, 28, uint32_t)
MEMBER(agon_struct, fields, 32, const agon_field*)

STRUCT(agon_layout, 24, 8)
MEMBER(agon_layout, observation, 0, const agon_struct*)
MEMBER(agon_layout, action, 8, const agon_struct*)
MEMBER(agon_layout, reply, 16, const agon_struct*)

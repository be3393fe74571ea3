/* agon/ext/layout.h - the structs of a game's protocol, declared as data.
 *
 * Scenario: a program that was not compiled with the protocol's header reads an observation or writes an action: a
 * Python library makes arrays of the fields, a host prints the structs for an author who writes in another language, a
 * checker compares each value with its range. The game declares for each message its size and its fields: name, type,
 * offset, dimensions, range, meaning.
 *
 * Rationale
 *   Data instead of functions: a reader computes the offset of every field once, and then reads messages without a
 * call. The header that strategies include remains the definition of the protocol. The layout describes it, and a test
 * can compare both. A game without a layout can be played, too. The match's parameters set the number of rows and
 * columns of a board, which is stored in an array for the largest board. So the count of a dimension can be the value
 * of another field. A message that varies in size continues after its struct: such an array starts at an offset that a
 * field contains, or at a fixed offset. The struct can get fields at its end (types.h). The layout is that of the
 * game's version: a reader of an older or newer message must not read fields beyond the end of that message.
 */
#ifndef AGON_EXT_LAYOUT_H
#define AGON_EXT_LAYOUT_H

#include "../game.h"

#define AGON_LAYOUT "agon.layout/1"

#ifdef __cplusplus
extern "C" {
#endif

/* What one element of a field is. */
enum {
  AGON_FIELD_INT8 = 1, /* signed integers */
  AGON_FIELD_INT16 = 2,
  AGON_FIELD_INT32 = 3,
  AGON_FIELD_INT64 = 4,
  AGON_FIELD_UINT8 = 5, /* unsigned integers */
  AGON_FIELD_UINT16 = 6,
  AGON_FIELD_UINT32 = 7,
  AGON_FIELD_UINT64 = 8,
  AGON_FIELD_FLOAT = 9,   /* IEEE 754, 4 bytes */
  AGON_FIELD_DOUBLE = 10, /* IEEE 754, 8 bytes */
  AGON_FIELD_TEXT = 11, /* one byte of UTF-8; the last dimension is a text, which ends at a NUL or at its full length */
  AGON_FIELD_STRUCT = 12 /* another struct */
};

/* The most dimensions that a field has. */
enum { AGON_FIELD_DIMENSIONS = 4 };

/* One dimension of an array. Exactly one of `count` and `count_field` is set. */
typedef struct agon_dimension {
  const char* name;        /* what it counts, [a-z][a-z0-9_]*: "row", "column", "tile"; unique in its field */
  const char* count_field; /* the field with the count, or NULL: always `count`. It is an integer of the same struct,
                            * not an array, and its minimum is at least 0. */
  uint64_t count;          /* elements, at least 1; 0 with count_field */
  uint64_t stride;         /* bytes from one to the next; 0: elements have no gaps, so it follows from the dimensions
                            * after this one */
} agon_dimension;

/* One field of a struct. Bytes that belong to no field are padding or reserved, and 0. */
typedef struct agon_field {
  const char* name;               /* [a-z][a-z0-9_]*, as in the C header; unique in its struct */
  const char* summary;            /* one line: what it means, with its unit and its special values */
  int32_t kind;                   /* of an element: AGON_FIELD_... */
  uint32_t reserved;              /* 0 */
  const struct agon_struct* type; /* AGON_FIELD_STRUCT: the struct of each element, without a cycle. Else NULL. */
  uint64_t offset;                /* bytes from the start of the struct; 0 with offset_field */
  const char* offset_field;       /* NULL, or the field with the offset from the start of the message: an integer as for
                                   * agon_dimension.count_field. Only if capacity is 0. */
  uint64_t capacity; /* elements inside the struct: 1 for a single value. 0: the array is after the struct, in a message
                      * that varies in size, and its dimensions give its length. Only in a message's own struct, not in
                      * that of an element. */
  /* From the outermost to the innermost: row before column, if a row's elements are adjacent. The first one without a
   * name ends the list; a single value has none. Elements that the counts leave unused are 0. */
  agon_dimension dimensions[AGON_FIELD_DIMENSIONS];
  /* The range of each element in use, both ends included, special values too; -INFINITY or INFINITY: not known.
   * Integers are exact within +-2^53. Ignored for AGON_FIELD_TEXT and AGON_FIELD_STRUCT. */
  double minimum;
  double maximum; /* likewise */
} agon_field;

/* One struct: a message, or an element of a message's array. */
typedef struct agon_struct {
  const char* name;         /* that of the C header, [a-z][a-z0-9_]*: "mygame_observation" */
  const char* summary;      /* one line */
  uint64_t size;            /* bytes, as by sizeof: what a message has at least */
  uint32_t field_count;     /* entries of `fields`; at least 1 */
  uint32_t reserved;        /* 0 */
  const agon_field* fields; /* in the order of their offsets, without overlap; those after the struct come last */
} agon_struct;

/* Offered by a game: agon_game_type.extension(AGON_LAYOUT). Constant data, with all that it points to. */
typedef struct agon_layout {
  const agon_struct* observation; /* its size is at most the game's observation_capacity */
  const agon_struct* action;      /* likewise with action_capacity */
  const agon_struct* reply;       /* likewise with reply_capacity; NULL: actions never reply */
} agon_layout;

#ifdef __cplusplus
}
#endif

#endif

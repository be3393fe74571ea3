/* agon/types.h - the values that cross the border between a host and a plugin.
 *
 * Everything here is plain C99: fixed-width integers, UTF-8 text, structs that are frozen from 1.0 on.
 * plugin.h includes this header and the others; a plugin's author includes that one.
 *
 * Rationale
 *   Bytes, not objects: an observation or an action may live in memory shared with another process, be written to a
 * file, or be read by another language. So it is a documented C struct of a known size, without pointers. Text with
 * every failure: a status alone leaves users guessing; whoever refuses knows why and says it. Borrowed memory only:
 * each pointer belongs to the side that made it, and nobody frees the other side's memory.
 */
#ifndef AGON_TYPES_H
#define AGON_TYPES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a call ended. Anything but AGON_OK comes with a sentence in the call's agon_error. */
typedef int32_t agon_status;

enum {
  AGON_OK = 0,
  /* The rules refuse the action; nothing has changed. */
  AGON_ILLEGAL = 1,
  /* A parameter or an option has a value that can't be used. */
  AGON_BAD_SETTING = 2,
  /* Valid, but beyond what this plugin can do (a board too large for a strategy, say). */
  AGON_UNSUPPORTED = 3,
  /* Something else went wrong inside: an exception, a broken invariant, no memory. */
  AGON_FAILED = 4,
  /* Only from agon_session.act: the action counted, and this seat's turn is over (see strategy.h). */
  AGON_TURN_OVER = 5
};

enum { AGON_ERROR_CAPACITY = 512 };

/* Room for one sentence, NUL-terminated UTF-8, cut where it is too long. The caller owns it and hands it in with
 * text[0] == 0; the callee fills it before it returns anything but AGON_OK. It says what was wrong and what would be
 * right. */
typedef struct agon_error {
  char text[AGON_ERROR_CAPACITY];
} agon_error;

/* Bytes to read. Borrowed: valid until the call that got them returns. Not aligned unless the text at hand says so. */
typedef struct agon_bytes {
  const void* data;
  uint64_t size;
} agon_bytes;

/* Room for bytes to write. The caller owns `data`, aligned to 16 bytes, and sets `capacity` (bytes) and size = 0; the
 * callee writes at most `capacity` bytes and sets `size`. Text in a buffer is UTF-8, `size` counts its bytes, and no
 * NUL is needed. */
typedef struct agon_buffer {
  void* data;
  uint64_t capacity;
  uint64_t size;
} agon_buffer;

/* What a parameter (of a game) or an option (of a strategy) holds. Its value is text everywhere at the border. */
enum {
  AGON_INTEGER = 1, /* decimal: "-7"; minimum, minimum + step, ... up to maximum */
  AGON_NUMBER = 2,  /* decimal with '.' and exponent: "0.5", "1e-3"; from minimum to maximum */
  AGON_FLAG = 3,    /* "yes" or "no" */
  AGON_CHOICE = 4,  /* one of the words in `choices` */
  AGON_TEXT = 5     /* anything without a comma, a NUL or a line break */
};

/* Declares one parameter or option. Constant data of the plugin, valid while its library is loaded. */
typedef struct agon_setting_type {
  const char* name;    /* [a-z][a-z0-9_]*, unique in its table */
  const char* summary; /* one line: what it means, with its unit */
  int32_t kind;        /* AGON_INTEGER ... AGON_TEXT */
  int32_t reserved;    /* 0 */
  /* The value where nobody sets one, as text; it must itself be valid.
   * NULL (a game's parameters only): the game draws it from the match's seed, or does without. */
  const char* fallback;
  /* AGON_INTEGER and AGON_NUMBER: the range, both ends included; integers are exact within +-2^53. Else 0. */
  double minimum;
  double maximum;
  double step;         /* AGON_INTEGER: the distance of valid values, at least 1. Else 0. */
  const char* choices; /* AGON_CHOICE: the words, joined by '|': "squares|edges|outline". Else NULL. */
} agon_setting_type;

/* One value, checked by the host against its declaration. value == NULL: nobody set it and its fallback is NULL. */
typedef struct agon_setting {
  const char* name;
  const char* value;
} agon_setting;

/* What one seat may use in one match. 0: no limit. */
typedef struct agon_limits {
  int64_t cpu_ns;       /* CPU time of all its turns together, nanoseconds */
  int64_t memory_bytes; /* memory of its own, bytes */
} agon_limits;

#ifdef __cplusplus
}
#endif

#endif

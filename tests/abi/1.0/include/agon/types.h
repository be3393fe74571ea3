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
 *
 * Both sides are built for one processor's 64-bit C ABI, and integers are in that processor's byte order. No C++
 * exception and no longjmp() leaves a function of either side. A pointer is never NULL unless its comment says so.
 * Reserved fields are 0: a host refuses another value in a plugin's tables, a plugin ignores what a host writes there.
 *
 * The structs of a game's protocol (observation, action, reply) can grow: they can get new fields at their end without
 * a new revision of the protocol. Whoever writes one writes all of its own struct. Whoever reads one accepts every size
 * from that of the struct that it was built with, and ignores the rest. A game that has appended fields to its action
 * also accepts the shorter struct, with 0 in the missing fields. If a field changes its meaning, or an old reader can't
 * do without a new one, the protocol gets a new revision.
 *
 * Tags. Each function's comment ends with one that says who may call it, and when:
 *   [match thread, ...]         calls for one state, or for one instance and its session, come one after another, never
 *                               two at once; the next one may come from another thread, and sees what the last one did
 *   [any thread, ...]           at the same time as any other call, too
 *   any time                    while the library is loaded
 *   between create and destroy  after create() has returned AGON_OK, before destroy() is called
 *   inside turn                 by the plugin, while its turn() runs; likewise for other functions
 * Calls for different states, or for different instances, may overlap, even those of one library.
 */
#ifndef AGON_TYPES_H
#define AGON_TYPES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a call ended. All but AGON_OK, AGON_TURN_OVER and AGON_ABSENT come with a sentence in the call's agon_error. A
 * status that a function's comment does not name counts as AGON_FAILED. */
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
  AGON_TURN_OVER = 5,
  /* Only from agon_game_type.parameter: the match does without a value (an empty text is a value). */
  AGON_ABSENT = 6
};

/* The room for a sentence, bytes, with the NUL at its end. */
enum { AGON_ERROR_CAPACITY = 512 };

/* Room for one sentence, NUL-terminated UTF-8, cut at a whole character where it is too long. The caller owns it and
 * hands it in with text[0] == 0; the callee fills it before it returns a failure. It says what was wrong and what would
 * be right. */
typedef struct agon_error {
  char text[AGON_ERROR_CAPACITY];
} agon_error;

/* Bytes to read. Borrowed: valid until the call that got them returns. Not aligned unless the text at hand says so;
 * `data` may be NULL if size is 0. */
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
  AGON_TEXT = 5     /* UTF-8 without a comma, a NUL or a line break; may be empty */
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
  double maximum;      /* likewise */
  double step;         /* AGON_INTEGER: the distance of valid values, at least 1. Else 0. */
  const char* choices; /* AGON_CHOICE: the words, joined by '|': "squares|edges|outline". Else NULL. */
} agon_setting_type;

/* One value, checked by the host against its declaration, in its one spelling ("7" for "07", "yes" for "true").
 * value == NULL: absent, since nobody set it and its fallback is NULL. An empty text was set: it is a value. */
typedef struct agon_setting {
  const char* name;
  const char* value;
} agon_setting;

/* What one seat may use in one match. 0: no limit; never negative. Times are in nanoseconds. CPU time is that of all of
 * the strategy's threads together. */
typedef struct agon_limits {
  int64_t cpu_ns;       /* CPU time of create() and all turns together */
  int64_t turn_cpu_ns;  /* CPU time of each turn */
  int64_t increment_ns; /* CPU time that each turn adds to cpu_ns when it ends; 0: none, and if cpu_ns is 0 */
  int64_t wall_ns;      /* wall-clock time of create() and all turns together */
  int64_t memory_bytes; /* memory of its own */
  uint32_t threads;  /* threads that may exist at a time, the calling one included; in a game's defaults, 0 means 1 */
  uint32_t reserved; /* 0 */
  uint64_t reserved_words[4]; /* 0 */
} agon_limits;

/* What the host offers to a strategy or to a game. The host owns it. */
typedef struct agon_host agon_host;
struct agon_host {
  void* data; /* the host's own; do not use it */

  /* Returns the host's extension of that id (agon/ext/...), or NULL if the host has none. The extension is valid as
   * long as this struct.
   * [match thread, as long as this struct is valid] */
  const void* (*extension)(const agon_host* host, const char* id);
};

#ifdef __cplusplus
}
#endif

#endif

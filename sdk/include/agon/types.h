/* agon/types.h - the values that a host and a plugin exchange.
 *
 * Everything here is plain C99: fixed-width integers, UTF-8 text, and structs that are frozen from 1.0 on. plugin.h
 * includes this header and the others of the core; a plugin includes plugin.h.
 *
 * Rationale
 *   Observations and actions are bytes, not objects: they can be in memory that two processes share, in a file, or read
 * by another language. So each is a documented C struct of a known size, without pointers.
 *   Every failure has a sentence, because a status alone does not tell a user what to change.
 *   Pointers are borrowed: each one belongs to the side that made it, and neither side frees the other's memory.
 *   Arrays of structs, such as settings, have neither an element size nor pointers to their elements, because elements
 * never grow. What is added to them later comes as an extension, with an array of its own in the same order, or as a
 * new revision of the extension that they belong to. An element size would complicate each reader in each language, and
 * pointers each table, for a change that does not come.
 *   The range of an integer setting has the type double, so that one struct declares settings of all kinds. Doubles are
 * exact for integers up to 2^53. A host refuses a larger range, and a value outside the range. What needs more bits is
 * AGON_TEXT.
 *
 * Both sides are built for the 64-bit C ABI of one processor, and integers have the byte order of that processor. No
 * C++ exception and no longjmp() leaves a function of either side. A pointer is never NULL unless its comment says so.
 * Reserved fields are 0: a host refuses another value in a plugin's tables; a plugin ignores the values of a host.
 *
 * A function that returns no status can't fail. If it finds its state broken, or gets no memory, it calls abort(): the
 * process ends, and the host reports a crash of the plugin.
 *
 * The structs of a game's protocol (observation, action, reply) can get new fields at their end without a new revision
 * of the protocol. A writer writes all of its own struct. A reader accepts its own struct and longer ones, and ignores
 * the additional bytes. A game that has appended fields to its action also accepts the shorter struct, with 0 in the
 * missing fields. If a field changes its meaning, or old readers need a new field, the protocol gets a new revision.
 *
 * Tags. The comment of each function ends with a tag that says which thread may call it, and when:
 *   [match thread, ...]         calls for one state, or for one instance and its session, never overlap; each call may
 *                               come from another thread, and sees the effects of the calls before it
 *   [any thread, ...]           may overlap with any other call
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

/* The result of a call. With all but AGON_OK, AGON_TURN_OVER and AGON_ABSENT, the call's agon_error has a sentence. A
 * status that the function's comment does not name counts as AGON_FAILED. */
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
  /* Only from agon_game_type.parameter: the parameter is not used in this match. (An empty text is a value.) */
  AGON_ABSENT = 6
};

/* The size of agon_error.text in bytes, with the NUL at its end. */
enum { AGON_ERROR_CAPACITY = 512 };

/* A buffer for one sentence: NUL-terminated UTF-8, cut after a whole character if it is too long. The caller owns it
 * and passes it with text[0] == 0. The callee fills it before it returns a failure. It says what was wrong and what
 * would be right. */
typedef struct agon_error {
  char text[AGON_ERROR_CAPACITY];
} agon_error;

/* Bytes to read. Borrowed: valid until the call that got them returns. Not aligned unless a comment says so. `data` may
 * be NULL if size is 0. */
typedef struct agon_bytes {
  const void* data;
  uint64_t size;
} agon_bytes;

/* A buffer to write to. The caller owns `data`, aligned to 16 bytes, and sets `capacity` (bytes) and size = 0. The
 * callee writes at most `capacity` bytes and sets `size`. Text in a buffer is UTF-8, `size` counts its bytes, and no
 * NUL is needed. */
typedef struct agon_buffer {
  void* data;
  uint64_t capacity;
  uint64_t size;
} agon_buffer;

/* The kinds of parameters (of a game) and options (of a strategy). A value is always passed as text. */
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
  /* The default as text; it must be a valid value. NULL (a game's parameters only): the game draws the value from the
   * match's seed, or does not use the parameter. */
  const char* fallback;
  /* AGON_INTEGER and AGON_NUMBER: the range, both ends included; for integers within +-2^53. Else 0. */
  double minimum;
  double maximum;      /* likewise */
  double step;         /* AGON_INTEGER: the distance of valid values, at least 1. Else 0. */
  const char* choices; /* AGON_CHOICE: the words, joined by '|': "squares|edges|outline". Else NULL. */
} agon_setting_type;

/* One value, which the host has checked against its declaration, in canonical spelling ("7" for "07", "yes" for
 * "true"). value == NULL: it was not set, and its fallback is NULL. An empty text is a value. */
typedef struct agon_setting {
  const char* name;
  const char* value;
} agon_setting;

/* What one seat may use in one match. 0: no limit; never negative. Times are in nanoseconds. CPU time is the sum over
 * all threads of the strategy. */
typedef struct agon_limits {
  int64_t cpu_ns;             /* CPU time of create() and all turns together */
  int64_t turn_cpu_ns;        /* CPU time of each turn */
  int64_t increment_ns;       /* CPU time that each turn adds to cpu_ns when it ends; 0: none, and if cpu_ns is 0 */
  int64_t wall_ns;            /* wall-clock time of create() and all turns together */
  int64_t memory_bytes;       /* memory that the strategy allocates */
  uint32_t threads;           /* threads at a time, including the calling one; in a game's defaults, 0 means 1 */
  uint32_t reserved;          /* 0 */
  uint64_t reserved_words[4]; /* 0 */
} agon_limits;

/* What the host offers to a strategy or to a game: extensions, such as agon.log/1 (agon/ext/log.h) and the host's name
 * and version (agon/ext/host.h). The host owns it. */
typedef struct agon_host agon_host;
struct agon_host {
  void* data; /* private to the host; a plugin does not use it */

  /* Returns the host's extension of that id (agon/ext/...), or NULL if the host has none. The extension is valid as
   * long as this struct.
   * [match thread, as long as this struct is valid] */
  const void* (*extension)(const agon_host* host, const char* id);
};

#ifdef __cplusplus
}
#endif

#endif

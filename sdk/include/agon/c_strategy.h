/* agon/c_strategy.h - the functions of a strategy that all strategies written in C have in common.
 *
 * Scenario: the file of a strategy defines a struct whose first member is the session, and a function that decides. It
 * ends with one line, which makes the library a plugin:
 *
 *     typedef struct bot {
 *       const agon_session* session;
 *       int32_t turns;
 *     } bot;
 *
 *     static agon_status decide(bot* self, const mygame_observation* seen, mygame_action* action, agon_error* error);
 *
 *     AGON_C_STRATEGY(bot, decide, mygame_observation, mygame_action, MYGAME_PROTOCOL,
 *                     "mybot", "0.1.0", "how it plays")
 *
 * A strategy with options, or with work to do before its first turn, ends with AGON_C_STRATEGY_WITH. One that searches
 * with the game's library (agon/ext/game.h) defines AGON_C_NEEDS as AGON_NEEDS_GAME before it includes this header.
 *
 * C99, header-only, needs the C library alone. For several strategies in one library, write the tables by hand.
 */
#ifndef AGON_C_STRATEGY_H
#define AGON_C_STRATEGY_H

#include "ext/log.h"
#include "plugin.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#ifndef AGON_C_NEEDS
#define AGON_C_NEEDS 0
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Writes a sentence, NUL-terminated, to `error` and returns `status`: "return agon_refuse(error, AGON_FAILED, ...)".
 * Cuts the sentence if it is too long. */
static inline agon_status agon_refuse(agon_error* error, agon_status status, const char* sentence) {
  size_t size = strlen(sentence);
  if (size > sizeof error->text - 1) {
    size = sizeof error->text - 1;
    while (size > 0 && ((unsigned char)sentence[size] & 0xC0u) == 0x80u) --size; /* not inside a character */
  }
  memcpy(error->text, sentence, size);
  error->text[size] = '\0';
  return status;
}

/* Adds a line to the seat's log, if the host keeps one.
 * [match thread, inside create, turn or destroy] */
static inline void agon_log_line(const agon_session* session, const char* line) {
  const agon_log* const log = (const agon_log*)session->host->extension(session->host, AGON_LOG);
  agon_bytes text;
  if (log == NULL) return;
  text.data = line;
  text.size = strlen(line);
  log->write(session->host, text);
}

/* Returns the value of the option `name`; NULL if the strategy does not declare it. Valid as long as the session. */
static inline const char* agon_option(const agon_session* session, const char* name) {
  uint32_t index;
  for (index = 0; index < session->option_count; ++index) {
    if (strcmp(session->options[index].name, name) == 0) return session->options[index].value;
  }
  return NULL;
}

/* Returns the value of an option of the kind AGON_INTEGER, whose range the host has checked; 0 if it is not declared.
 */
static inline int64_t agon_integer_option(const agon_session* session, const char* name) {
  const char* const value = agon_option(session, name);
  return value == NULL ? 0 : (int64_t)strtoll(value, NULL, 10);
}

/* Returns the value of an option of the kind AGON_NUMBER; 0 if it is not declared. Independent of the locale, whose
 * decimal point strtod() expects. */
static inline double agon_number_option(const agon_session* session, const char* name) {
  const char* const value = agon_option(session, name);
  const char* const point = value == NULL ? NULL : strchr(value, '.');
  const char* const local = localeconv()->decimal_point;
  char text[64]; /* a host writes at most 24 characters */
  if (value == NULL) return 0;
  if (point == NULL || strlen(value) + strlen(local) >= sizeof text) return strtod(value, NULL);
  memcpy(text, value, (size_t)(point - value));
  strcpy(text + (point - value), local);
  strcat(text, point + 1);
  return strtod(text, NULL);
}

/* Returns 1 if an option of the kind AGON_FLAG is "yes", else 0. */
static inline int32_t agon_flag_option(const agon_session* session, const char* name) {
  const char* const value = agon_option(session, name);
  return value != NULL && strcmp(value, "yes") == 0 ? 1 : 0;
}

#ifdef __cplusplus
}
#endif

/* Makes the library a plugin with one strategy.
 *   Bot          a struct; its first member is `const agon_session* session`. It is zeroed before each match.
 *   decide       agon_status decide(Bot* self, const Observation* seen, Action* action, agon_error* error): writes the
 *                action, which is zeroed before. The results are those of agon_strategy_type.turn.
 *   Observation  the struct of the protocol; a longer one is accepted, a shorter one refused
 *   Action       the struct of the protocol
 *   protocol, id, version, summary   as in agon_strategy_type */
#define AGON_C_STRATEGY(Bot, decide, Observation, Action, protocol, id, version, summary)                              \
  static agon_status agon_c_prepare_nothing(Bot* self, agon_error* error) {                                            \
    (void)self;                                                                                                        \
    (void)error;                                                                                                       \
    return AGON_OK;                                                                                                    \
  }                                                                                                                    \
  AGON_C_STRATEGY_WITH(Bot, agon_c_prepare_nothing, decide, Observation, Action, protocol, id, version, summary, NULL, \
                       0)

/* Likewise, with
 *   prepare       agon_status prepare(Bot* self, agon_error* error): called once, before the first turn of a match. If
 *                 it does not return AGON_OK, the strategy does not play, for the reason that is in `error`.
 *   options, option_count   as in agon_strategy_type */
#define AGON_C_STRATEGY_WITH(Bot, prepare, decide, Observation, Action, protocol, id, version, summary, options, \
                             option_count)                                                                       \
  static agon_status agon_c_create(const agon_session* session, void** self, agon_error* error) {                \
    Bot* const made = (Bot*)calloc(1, sizeof *made);                                                             \
    agon_status status;                                                                                          \
    if (made == NULL) return agon_refuse(error, AGON_FAILED, "out of memory");                                   \
    made->session = session;                                                                                     \
    status = prepare(made, error);                                                                               \
    if (status != AGON_OK) {                                                                                     \
      free(made);                                                                                                \
      return status;                                                                                             \
    }                                                                                                            \
    *self = made;                                                                                                \
    return AGON_OK;                                                                                              \
  }                                                                                                              \
                                                                                                                 \
  static void agon_c_destroy(void* self) {                                                                       \
    free(self);                                                                                                  \
  }                                                                                                              \
                                                                                                                 \
  static agon_status agon_c_turn(void* self, agon_bytes observation, agon_buffer* action, agon_error* error) {   \
    Action decided;                                                                                              \
    agon_status status;                                                                                          \
    memset(&decided, 0, sizeof decided);                                                                         \
    if (observation.size < sizeof(Observation) || action->capacity < sizeof decided)                             \
      return agon_refuse(error, AGON_FAILED,                                                                     \
                         "the game's observation or action is shorter than that of the "                         \
                         "header that this strategy was built with: build it again");                            \
    status = decide((Bot*)self, (const Observation*)observation.data, &decided, error);                          \
    if (status != AGON_OK) return status;                                                                        \
    memcpy(action->data, &decided, sizeof decided);                                                              \
    action->size = sizeof decided;                                                                               \
    return AGON_OK;                                                                                              \
  }                                                                                                              \
                                                                                                                 \
  static const void* agon_c_extension(const char* name) {                                                        \
    (void)name;                                                                                                  \
    return NULL;                                                                                                 \
  }                                                                                                              \
                                                                                                                 \
  static const agon_strategy_type agon_c_strategy = {                                                            \
      id,      version,       protocol,       summary,     option_count,    AGON_C_NEEDS,                        \
      options, agon_c_create, agon_c_destroy, agon_c_turn, agon_c_extension};                                    \
  static const agon_strategy_type* const agon_c_strategies[] = {&agon_c_strategy};                               \
                                                                                                                 \
  const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, id, version, 0, 1,                \
                                        NULL,           agon_c_strategies};

#endif

/* agon/ext/log.h - a strategy says something to its author.
 *
 * Scenario: the host keeps one log per seat and match, limited in size, and shows it when asked to (--log). The
 * strategy looks the extension up once, in create(), and does without it where it gets NULL. Nothing it writes can
 * change a match.
 */
#ifndef AGON_EXT_LOG_H
#define AGON_EXT_LOG_H

#include "../strategy.h"

#define AGON_LOG "agon.log/1"

#ifdef __cplusplus
extern "C" {
#endif

/* Offered by the host: agon_session.extension(session, AGON_LOG). */
typedef struct agon_log {
  /* Adds one line, `text`: UTF-8 without a line break; size is in bytes and `data` need not end with a NUL. What is
   * over the host's limit is dropped, and the log says so. [match thread, inside create, turn or destroy] */
  void (*write)(const agon_session* session, agon_bytes text);
} agon_log;

#ifdef __cplusplus
}
#endif

#endif

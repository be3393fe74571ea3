/* agon/ext/log.h - lines from a strategy or a game to its author.
 *
 * Scenario: the host keeps a log of each seat, and one of the game, for each match. It limits their size and shows them
 * with --log. A strategy or a game looks the extension up once, in create(), and writes no log if it gets NULL. No line
 * can change a match.
 */
#ifndef AGON_EXT_LOG_H
#define AGON_EXT_LOG_H

#include "../types.h"

#define AGON_LOG "agon.log/1"

#ifdef __cplusplus
extern "C" {
#endif

/* Offered by the host: agon_host.extension(host, AGON_LOG). */
typedef struct agon_log {
  /* Adds one line, `text`: UTF-8 without a line break; `data` need not end with a NUL. The host drops lines beyond its
   * limit, and adds a note to the log. Can't fail.
   * [match thread, inside create, turn or destroy of a strategy; inside any function of a game's state] */
  void (*write)(const agon_host* host, agon_bytes text);
} agon_log;

#ifdef __cplusplus
}
#endif

#endif

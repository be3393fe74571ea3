/* agon/ext/usage.h - a game whose scores depend on the time that a strategy used.
 *
 * Scenario: a contest subtracts points for every second. A game uses no clock. So the host reports the CPU time of each
 * seat to the game after the match, and then score() includes it. A replay reports the recorded times, so that the
 * scores are the same.
 */
#ifndef AGON_EXT_USAGE_H
#define AGON_EXT_USAGE_H

#include "../game.h"

#define AGON_USAGE "agon.usage/1"

#ifdef __cplusplus
extern "C" {
#endif

/* Offered by a game: agon_game_type.extension(AGON_USAGE). Constant data. */
typedef struct agon_usage {
  /* Stores that `seat` has used `cpu_us` (0 or more) microseconds of CPU time in the whole match, as measured by the
   * host. Can't fail.
   * [match thread, match over, once per seat, before score] */
  void (*report_usage)(void* state, int32_t seat, int64_t cpu_us);
} agon_usage;

#ifdef __cplusplus
}
#endif

#endif

/* agon/ext/usage.h - a game whose scores depend on the time that a strategy used.
 *
 * Scenario: a contest takes points off for every second. A game knows no clock, so the host tells it, once per seat,
 * when the match is over, what the seat has used; score() then takes it into account. A replay tells it what was
 * recorded, so that the scores come out the same.
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
  /* `seat` has used `cpu_us` (0 or more) microseconds of CPU time in the whole match, as the host measured it.
   * [match thread, match over, once per seat, before score] */
  void (*spent)(void* state, int32_t seat, int64_t cpu_us);
} agon_usage;

#ifdef __cplusplus
}
#endif

#endif

/* agon/ext/phase.h - the phase of a match.
 *
 * Scenario: a viewer wants to see where an opening ends. A phase has no influence on a result.
 */
#ifndef AGON_EXT_PHASE_H
#define AGON_EXT_PHASE_H

#include "../game.h"

#define AGON_PHASE "agon.phase/1"

#ifdef __cplusplus
extern "C" {
#endif

/* Offered by a game: agon_game_type.extension(AGON_PHASE). Constant data. */
typedef struct agon_phase {
  /* Returns the number of the phase, from 0. Can't fail.
   * [match thread, any time] */
  int32_t (*phase)(const void* state);
} agon_phase;

#ifdef __cplusplus
}
#endif

#endif

/* agon/ext/points.h - what the seats have at a position, in a game whose scores do not tell it.
 *
 * Scenario: a game's score is a place, 1 to 3, which jumps whenever the lead changes. A viewer wants to see the points
 * that lead to it. The page of a match draws them as its curve, in place of the scores. They have no influence on a
 * result.
 */
#ifndef AGON_EXT_POINTS_H
#define AGON_EXT_POINTS_H

#include "../game.h"

#define AGON_POINTS "agon.points/1"

#ifdef __cplusplus
extern "C" {
#endif

/* Offered by a game: agon_game_type.extension(AGON_POINTS). Constant data. */
typedef struct agon_points {
  /* Returns the points of `seat`: finite, more is better, and known to all seats. Can't fail.
   * [match thread, any time] */
  double (*points)(const void* state, int32_t seat);
} agon_points;

#ifdef __cplusplus
}
#endif

#endif

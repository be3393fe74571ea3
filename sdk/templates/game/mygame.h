/* mygame/mygame.h - protocol "mygame/1": what a seat of MyGame sees and does.
 *
 * Fixed-width integers, no pointers. When the structs change in another way than by comments, the protocol's revision
 * grows, so that strategies built with the old ones are refused in words. */
#ifndef MYGAME_MYGAME_H
#define MYGAME_MYGAME_H

#include <stdint.h>

#define MYGAME_PROTOCOL "mygame/1"

/* What the seat to move sees: all that it may know, so that any strategy can take over at any move. 24 bytes. */
typedef struct mygame_observation {
  int32_t seat;     /* who is to move: 0 or 1 */
  int32_t stones;   /* on the heap: 1 .. 40 */
  int32_t taken;    /* by the last move, of the other seat; 0: there was none yet */
  int32_t reserved; /* 0 */
  uint64_t allowed; /* bit n: n stones may be taken now; at least one bit is set */
} mygame_observation;

/* What it does. */
typedef struct mygame_action {
  int32_t count; /* stones to take: one of those that are allowed */
} mygame_action;

/* Whether so many stones may be taken now. */
static inline int mygame_allows(const mygame_observation* observation, int32_t count) {
  return count >= 0 && count < 64 && (observation->allowed >> count & 1) != 0;
}

#endif

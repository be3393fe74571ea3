/* mygame/mygame.h - protocol "mygame/1": what a seat of MyGame sees and does.
 *
 * Fixed-width integers, no pointers. A struct can get new fields at its end: strategies that were built before ignore
 * them. After any other change of the structs, raise the protocol's revision: the host then refuses strategies for the
 * old one in words. */
#ifndef MYGAME_MYGAME_H
#define MYGAME_MYGAME_H

#include <stdint.h>

#define MYGAME_PROTOCOL "mygame/1"

/* What a seat sees, to move or not: all that it may know, so that any strategy can take over at any move. 24 bytes. */
typedef struct mygame_observation {
  int32_t seat;     /* who is to move: 0 or 1; if the match is over, one of them */
  int32_t stones;   /* on the heap: 0 .. 40 */
  int32_t taken;    /* by the last move, of the other seat; 0: there was none yet */
  int32_t most;     /* stones that may be taken at a time, if nothing else forbids it: at least 1 */
  uint64_t allowed; /* bit n: n stones may be taken now; at least one bit is set, unless the match is over */
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

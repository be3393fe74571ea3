/* mygame/mygame.h - protocol "mygame/1": what a seat of MyGame sees and does.
 *
 * Fixed-width integers, no pointers. A struct can get new fields at its end: strategies that were built before ignore
 * them. After any other change of the structs, raise the protocol's revision: the host then refuses strategies for the
 * old one in words. */
#ifndef MYGAME_MYGAME_H
#define MYGAME_MYGAME_H

#include <stdint.h>

#define MYGAME_PROTOCOL "mygame/1"

enum { MYGAME_JACK = 1, MYGAME_QUEEN = 2, MYGAME_KING = 3 };
enum { MYGAME_PASS = 1, MYGAME_BET = 2 };

/* What a seat sees, to move or not: all that it may know, so that any strategy can take over at any move. The other's
 * card is not in it before the showdown. 28 bytes. */
typedef struct mygame_observation {
  int32_t seat;       /* whose observation it is: 0 or 1 */
  int32_t card;       /* its card */
  int32_t other_card; /* the other's card, from the showdown on; 0: not known */
  int32_t actions;    /* how many there were: 0 .. 3 */
  int32_t done[3];    /* MYGAME_PASS or MYGAME_BET, in order, seat 0's first; 0 from `actions` on */
} mygame_observation;

/* What it does. */
typedef struct mygame_action {
  int32_t kind; /* MYGAME_PASS or MYGAME_BET; both are always legal */
} mygame_action;

/* Whether the other seat has bet, and the seat to move calls or folds. */
static inline int mygame_faces_bet(const mygame_observation* observation) {
  return observation->actions > 0 && observation->done[observation->actions - 1] == MYGAME_BET;
}

#endif

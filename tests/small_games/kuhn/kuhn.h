/* kuhn/kuhn.h - protocol "kuhn/1": what a seat of Kuhn poker sees and does.
 *
 * Each of two seats antes 1 and is dealt one of three cards. Seat 0 acts first. "Pass" checks or folds, "bet" puts in 1
 * or calls. The higher card takes the pot, unless somebody folds. */
#ifndef KUHN_KUHN_H
#define KUHN_KUHN_H

#include <stdint.h>

#define KUHN_PROTOCOL "kuhn/1"

enum { KUHN_JACK = 1, KUHN_QUEEN = 2, KUHN_KING = 3 };
enum { KUHN_PASS = 1, KUHN_BET = 2 };

/* What a seat sees, to move or not. The other's card is not in it before the showdown. 28 bytes. */
typedef struct kuhn_observation {
  int32_t seat;       /* whose observation it is: 0 or 1 */
  int32_t card;       /* its card */
  int32_t other_card; /* the other's card, from the showdown on; 0: not known */
  int32_t actions;    /* how many there were: 0 .. 3 */
  int32_t done[3];    /* KUHN_PASS or KUHN_BET, in order, seat 0's first; 0 from `actions` on */
} kuhn_observation;

typedef struct kuhn_action {
  int32_t kind; /* KUHN_PASS or KUHN_BET */
} kuhn_action;

#endif

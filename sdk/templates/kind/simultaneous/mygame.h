/* mygame/mygame.h - protocol "mygame/1": what a seat of MyGame sees and does.
 *
 * Fixed-width integers, no pointers. A struct can get new fields at its end: strategies that were built before ignore
 * them. After any other change of the structs, raise the protocol's revision: the host then refuses strategies for the
 * old one in words. */
#ifndef MYGAME_MYGAME_H
#define MYGAME_MYGAME_H

#include <stdint.h>

#define MYGAME_PROTOCOL "mygame/1"

enum { MYGAME_MAX_SEATS = 4, MYGAME_COINS = 20, MYGAME_ROUNDS = 5 };

/* What a seat sees, to move or not: all that it may know, so that any strategy can take over at any move. The bids that
 * others have made in this round are not in it. 76 bytes. */
typedef struct mygame_observation {
  int32_t seat;                    /* whose observation it is */
  int32_t seats;                   /* 2 .. 4 */
  int32_t round;                   /* 0 .. MYGAME_ROUNDS; the last: the match is over */
  int32_t value;                   /* of this round's item: 1 .. 10; 0: the match is over */
  int32_t own_bid;                 /* in this round; -1: not made yet */
  int32_t coins[MYGAME_MAX_SEATS]; /* 0 .. MYGAME_COINS; 0 from `seats` on, likewise below */
  int32_t won[MYGAME_MAX_SEATS];   /* values of the items that each seat has */
  int32_t shown[MYGAME_MAX_SEATS]; /* the bids of the round before; -1: there was none, or the seat was out */
  int32_t out;                     /* bit s: seat s is out of the match */
  int32_t made;                    /* bit s: seat s has bid in this round */
} mygame_observation;

/* What it does. */
typedef struct mygame_action {
  int32_t bid; /* 0 .. the seat's coins */
} mygame_action;

#endif

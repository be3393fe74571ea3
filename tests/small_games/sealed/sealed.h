/* sealed/sealed.h - protocol "sealed/1": what a seat of sealed bids sees and does.
 *
 * In each round all seats bid coins for one item, none knowing what the others bid. The highest bid pays and gets the
 * item; if several are highest, nobody does. The bids are then shown. */
#ifndef SEALED_SEALED_H
#define SEALED_SEALED_H

#include <stdint.h>

#define SEALED_PROTOCOL "sealed/1"

enum { SEALED_MAX_SEATS = 4, SEALED_COINS = 20, SEALED_ROUNDS = 5 };

/* What a seat sees, to move or not. The bids that others have made in this round are not in it. 76 bytes. */
typedef struct sealed_observation {
  int32_t seat;                    /* whose observation it is */
  int32_t seats;                   /* 2 .. 4 */
  int32_t round;                   /* 0 .. SEALED_ROUNDS; the last: the match is over */
  int32_t value;                   /* of this round's item: 1 .. 10; 0: the match is over */
  int32_t own_bid;                 /* in this round; -1: not made yet */
  int32_t coins[SEALED_MAX_SEATS]; /* 0 .. SEALED_COINS; 0 from `seats` on, likewise below */
  int32_t won[SEALED_MAX_SEATS];   /* values of the items that each seat has */
  int32_t shown[SEALED_MAX_SEATS]; /* the bids of the round before; -1: there was none, or the seat was out */
  int32_t out;                     /* bit s: seat s is out of the match */
  int32_t reserved;                /* 0 */
} sealed_observation;

typedef struct sealed_action {
  int32_t bid; /* 0 .. the seat's coins */
} sealed_action;

#endif

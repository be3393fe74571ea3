/* goof/goof.h - protocol "goof/1": what a seat of Goofspiel sees and does.
 *
 * Each seat holds the cards 1 .. 8. In each of eight rounds a prize of 1 .. 8 points is shown, each prize once, in
 * random order. All seats choose a card at once. The highest card alone takes the prize; if several are highest, nobody
 * does. The cards are then shown and gone. */
#ifndef GOOF_GOOF_H
#define GOOF_GOOF_H

#include <stdint.h>

#define GOOF_PROTOCOL "goof/1"

enum { GOOF_MAX_SEATS = 3, GOOF_CARDS = 8 };

/* What a seat sees, to move or not. The cards that others have chosen in this round are not in it. 120 bytes. */
typedef struct goof_observation {
  int32_t seat;                              /* whose observation it is */
  int32_t seats;                             /* 2 or 3 */
  int32_t round;                             /* 0 .. GOOF_CARDS; the last: the match is over */
  int32_t chosen;                            /* this seat's card of this round; 0: none yet */
  int32_t prizes[GOOF_CARDS];                /* shown so far, in order, this round's included; then 0 */
  int32_t won[GOOF_MAX_SEATS];               /* points; 0 from `seats` on */
  int32_t out;                               /* bit s: seat s is out of the match */
  int32_t last[GOOF_MAX_SEATS];              /* the cards of the round before; 0: none */
  int32_t to_move;                           /* the seats before it have chosen; -1: the match is over */
  uint8_t held[GOOF_MAX_SEATS * GOOF_CARDS]; /* row s, column c: 1 if seat s held card c + 1 when this round began */
} goof_observation;

typedef struct goof_action {
  int32_t card; /* 1 .. GOOF_CARDS; the seat must hold it */
} goof_action;

#endif

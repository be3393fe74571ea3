/* crow.h - protocol "crow/1": a tiny game that nobody told the host about.
 *
 * Some heaps of stones. A seat takes stones from one heap; a crow then carries off one stone from a heap that chance
 * draws. Who takes a single stone acts again. A seat's score is the stones it took.
 */
#ifndef CROW_H
#define CROW_H

#include <stdint.h>

#define CROW_PROTOCOL "crow/1"

enum { CROW_MAX_HEAPS = 6, CROW_MAX_SEATS = 4 };

/* What the seat to move sees. */
typedef struct crow_observation {
  int32_t heaps;                  /* 1 .. CROW_MAX_HEAPS */
  int32_t stones[CROW_MAX_HEAPS]; /* on each heap; 0 from `heaps` on */
} crow_observation;

/* Takes `stones` (at least 1) from heap number `heap` (from 0). */
typedef struct crow_action {
  int32_t heap;
  int32_t stones;
} crow_action;

/* The heap that the crow took a stone from; -1: there was none left. */
typedef struct crow_reply {
  int32_t heap;
} crow_reply;

#endif

/* beach.h - protocols "pebbles/1" and "shells/1": two games with one set of structs, frozen with ABI 1.0.
 *
 * Some heaps of stones. A seat takes stones from one heap; a gull may then carry off one from a heap that chance draws.
 * Who takes a single stone acts again. A seat scores the stones it took, times a weight, and half a point more once it
 * has been told its time (agon.usage/1), less a point for each whole minute.
 */
#ifndef BEACH_H
#define BEACH_H

#include <stdint.h>

#define PEBBLES_PROTOCOL "pebbles/1"
#define SHELLS_PROTOCOL "shells/1"

enum { BEACH_MAX_HEAPS = 6, BEACH_MAX_SEATS = 4 };

/* What the seat to move sees. */
typedef struct beach_observation {
  int32_t seat;
  int32_t heaps;                   /* 1 .. BEACH_MAX_HEAPS */
  int32_t stones[BEACH_MAX_HEAPS]; /* on each heap; 0 from `heaps` on */
} beach_observation;

/* Takes `stones` (at least 1) from heap number `heap` (from 0). */
typedef struct beach_action {
  int32_t heap;
  int32_t stones;
} beach_action;

/* The heap that the gull took a stone from; -1: none. */
typedef struct beach_reply {
  int32_t heap;
} beach_reply;

#endif

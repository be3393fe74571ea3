/* agon/ext/candidates.h - between which actions a strategy chooses, and how much each is preferred.
 *
 * Scenario: a person asks a strategy for a hint. A strategy that searches reports the actions that it has considered,
 * each with its share of the search, and the browser draws them on the board. The host offers the extension only if it
 * asks for a hint, so that matches cost nothing. A strategy looks the extension up once, in create(), and reports
 * nothing if it gets NULL. No report can change a match, and other strategies can't read it.
 */
#ifndef AGON_EXT_CANDIDATES_H
#define AGON_EXT_CANDIDATES_H

#include "../types.h"

#define AGON_CANDIDATES "agon.candidates/1"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct agon_candidate {
  agon_bytes action; /* as turn() would write it. The host drops those of more than 64 bytes. Borrowed for the call. */
  double share;      /* of the search, such as of its playouts, or the probability of choosing the action: 0 to 1 */
} agon_candidate;

/* Offered by the host: agon_host.extension(host, AGON_CANDIDATES). */
typedef struct agon_candidates {
  /* Stores these candidates in place of the turn's last ones. The host keeps the 64 with the largest shares. It drops
   * those whose share is out of range, those that are no legal actions, and all after the turn has ended. Can't fail.
   * [match thread, inside turn of a strategy] */
  void (*report)(const agon_host* host, const agon_candidate* candidates, uint64_t count);
} agon_candidates;

#ifdef __cplusplus
}
#endif

#endif

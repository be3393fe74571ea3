/* agon/ext/gtp.h - a game for engines that speak GTP.
 *
 * Scenario: as in agon/ext/uci.h, for the protocol in which an engine is told each move and asked for its own. The host
 * tells an engine the moves that it does not know yet, or all of them from the empty board on.
 */
#ifndef AGON_EXT_GTP_H
#define AGON_EXT_GTP_H

#include "../game.h"

#define AGON_GTP "agon.gtp/1"

#ifdef __cplusplus
extern "C" {
#endif

/* Offered by a game: agon_game_type.extension(AGON_GTP). The functions that write return AGON_OK or AGON_FAILED besides
 * what their comments name. Constant data. */
typedef struct agon_gtp {
  uint64_t text_capacity; /* bytes that any text below needs at most */

  /* Writes the commands that set up the empty board of this match, a line for each: `boardsize 9` and `komi 7.5`. They
   * are the same during the whole match.
   * [match thread, between create and destroy of the state] */
  agon_status (*settings)(const void* state, agon_buffer* text, agon_error* error);

  /* Writes the commands that lead from the empty board to the position now, and at last the one that asks the seat to
   * move for its move. A line for each: `play black D4`, `play white pass`, `genmove black`. A move adds a line before
   * the last, and changes none.
   * [match thread, between create and destroy of the state] */
  agon_status (*position)(const void* state, agon_buffer* text, agon_error* error);

  /* Reads the engine's move from text, of any length, as the protocol's struct. AGON_ILLEGAL if it can't be read, with
   * what would be right. Need not check the rules. The capacity is at least the game's action_capacity.
   * [match thread, between create and destroy of the state] */
  agon_status (*move)(const void* state, agon_bytes text, agon_buffer* action, agon_error* error);
} agon_gtp;

#ifdef __cplusplus
}
#endif

#endif

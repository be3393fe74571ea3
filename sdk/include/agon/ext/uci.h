/* agon/ext/uci.h - a game for engines that speak UCI, the usual protocol of engines.
 *
 * Scenario: the host seats an engine, a program by other authors, as it seats any program. It speaks UCI with the
 * engine and asks the game for the position and for the meaning of the engine's move. So the host knows no rules, and
 * neither the game nor the engine knows the host.
 */
#ifndef AGON_EXT_UCI_H
#define AGON_EXT_UCI_H

#include "../game.h"

#define AGON_UCI "agon.uci/1"

#ifdef __cplusplus
extern "C" {
#endif

/* Offered by a game: agon_game_type.extension(AGON_UCI). Seat 0 is UCI's white, seat 1 its black. The functions that
 * write return AGON_OK or AGON_FAILED besides what their comments name. Constant data. */
typedef struct agon_uci {
  uint64_t text_capacity; /* bytes that any text below needs at most */

  /* Writes the engine's options that this match needs, a line for each: `name NAME value VALUE`. Nothing if it
   * needs none. They are the same during the whole match.
   * [match thread, between create and destroy of the state] */
  agon_status (*settings)(const void* state, agon_buffer* text, agon_error* error);

  /* Writes the position now, as it follows UCI's word `position`: `startpos`, or `fen` and a FEN, of the start of the
   * match; `moves`; and all moves since. One line.
   * [match thread, between create and destroy of the state] */
  agon_status (*position)(const void* state, agon_buffer* text, agon_error* error);

  /* Reads the engine's move from text, of any length, as the protocol's struct. AGON_ILLEGAL if it can't be read, with
   * what would be right. Need not check the rules. The capacity is at least the game's action_capacity.
   * [match thread, between create and destroy of the state] */
  agon_status (*move)(const void* state, agon_bytes text, agon_buffer* action, agon_error* error);
} agon_uci;

#ifdef __cplusplus
}
#endif

#endif

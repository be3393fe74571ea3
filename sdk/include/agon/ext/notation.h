/* agon/ext/notation.h - a game as text: positions, actions, and what actions reveal.
 *
 * Scenario: the host records a match as text: the start, then each action and what it revealed. So people can read it,
 * and a referee by other authors can check it without the game's random generator. A replay, a person and a program on
 * a pipe use the same text. A game without this extension can be played, but not recorded.
 *
 * Rationale
 *   Text belongs to the game, bytes belong to the protocol: strategies spend no time on text, and a transcript stays
 * readable after the structs have changed.
 */
#ifndef AGON_EXT_NOTATION_H
#define AGON_EXT_NOTATION_H

#include "../game.h"

#define AGON_NOTATION "agon.notation/1"

#ifdef __cplusplus
extern "C" {
#endif

/* Offered by a game: agon_game_type.extension(AGON_NOTATION). Texts are one line of UTF-8 each and fit in text_capacity
 * bytes, which is the least capacity of the buffers for them. The functions that write return AGON_OK or AGON_FAILED
 * besides what their comments name. Constant data. */
typedef struct agon_notation {
  uint64_t text_capacity; /* bytes that any text of this game needs at most */

  /* Writes what `seat`, AGON_ALL_SEATS or AGON_SPECTATOR may know of the position now. Before the first action, the
   * text for AGON_ALL_SEATS is the transcript's start.
   * [match thread, between create and destroy of the state] */
  agon_status (*position)(const void* state, int32_t seat, agon_buffer* text, agon_error* error);

  /* Writes an action of this state as text. AGON_ILLEGAL if the bytes are no action at all (wrong size, values out of
   * any range), in which case nothing is written. Need not check the rules. `action` is aligned to 16 bytes.
   * [match thread, between create and destroy of the state] */
  agon_status (*action_to_text)(const void* state, agon_bytes action, agon_buffer* text, agon_error* error);

  /* Reads an action from text, of any length, as the protocol's struct. AGON_ILLEGAL if it can't be read, with what
   * would be right. Need not check the rules. action_to_text gives back the same text. The capacity is at least the
   * game's action_capacity.
   * [match thread, between create and destroy of the state] */
  agon_status (*action_from_text)(const void* state, agon_bytes text, agon_buffer* action, agon_error* error);

  /* Writes what the last action made known to `seat` or AGON_SPECTATOR (what chance did, what was hidden), or nothing.
   * For AGON_ALL_SEATS, writes all that it made known to anyone: a transcript keeps this, so that it can be checked
   * without the game's random generator. It is never shown to a seat during the match.
   * [match thread, after an act that returned AGON_OK, before the next] */
  agon_status (*revealed)(const void* state, int32_t seat, agon_buffer* text, agon_error* error);
} agon_notation;

#ifdef __cplusplus
}
#endif

#endif

/* agon/ext/game.h - the game's own library, for a strategy that searches with it.
 *
 * Scenario: a strategy that plays any game (AGON_ANY_PROTOCOL), or one whose author does not write the rules again,
 * declares AGON_NEEDS_GAME. The host then loads the game's library into the process that runs the strategy, and the
 * strategy gets the game's functions and its extensions, agon.model/1 among them. It makes states of its own, and never
 * gets the match's.
 */
#ifndef AGON_EXT_GAME_H
#define AGON_EXT_GAME_H

#include "../game.h"

#define AGON_GAME_LIBRARY "agon.game/1"

#ifdef __cplusplus
extern "C" {
#endif

/* Offered by the host to a strategy that declares AGON_NEEDS_GAME: agon_host.extension(host, AGON_GAME_LIBRARY). Valid
 * as long as the session. */
typedef struct agon_game_library {
  const agon_game_type* game; /* the game that the match is played in; never NULL */
} agon_game_library;

#ifdef __cplusplus
}
#endif

#endif

/* agon/ext/game.h - the game's own library, for a strategy that searches with it.
 *
 * Scenario: a strategy declares AGON_NEEDS_GAME, because it plays any game (AGON_ANY_PROTOCOL) or reuses the game's
 * rules. The host then loads the game's library into the strategy's process. The strategy calls the game's functions
 * and extensions, for example agon.model/1. It makes its own states and never gets the match's state.
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

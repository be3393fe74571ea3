/* agon/ext/model.h - a game's states, for search.
 *
 * Scenario: a strategy makes a state that agrees with its observation. It copies that state, lists the legal actions,
 * applies them and reads the scores. It never gets the state of the match: the host loads the game's library into the
 * strategy's process, where the strategy makes its own states.
 *
 * Rationale
 *   to_move(), observe(), act(), forfeit(), score() and destroy() work on every state, so that a search and the referee
 * use the same code. This extension adds what only a search needs: states from observations, copies, legal actions, and
 * random draws of what is unknown.
 *   What no seat knows is chance: a future throw of dice, or a tile that is covered for all seats. What one seat knows
 * and another does not is hidden. One function, resample(), draws both again. So it does not matter whether a game
 * draws at the moment of use or at the start.
 *   Chance is sampled and not listed with probabilities: three numbers that fall on a board have too many outcomes to
 * list.
 */
#ifndef AGON_EXT_MODEL_H
#define AGON_EXT_MODEL_H

#include "../game.h"

#define AGON_MODEL "agon.model/1"

#ifdef __cplusplus
extern "C" {
#endif

/* Properties of a game: bits of agon_model.properties. Ignore bits that you do not know. */
enum {
  /* The result of an action can depend on what no seat knows. Without this bit, the actions alone determine it. */
  AGON_MODEL_CHANCE = 1,
  /* A seat can know what another seat does not. Without this bit, every seat observes the whole position. */
  AGON_MODEL_HIDDEN = 2,
  /* A state can have too many legal actions to list: use sample(). It may leave out actions that a search need not
   * consider, but not all of them; act() accepts these, too. */
  AGON_MODEL_MANY = 4,
  /* The final scores of all seats always have the same sum. */
  AGON_MODEL_CONSTANT_SUM = 8
};

/* Offered by a game: agon_game_type.extension(AGON_MODEL). Constant data. Its functions accept every state of the game:
 * those of create(), determinise() and copy(). Functions with a status return AGON_OK or AGON_FAILED, unless their
 * comments name others. */
typedef struct agon_model {
  uint32_t properties;  /* bits AGON_MODEL_... */
  uint32_t reserved;    /* 0 */
  uint64_t action_size; /* size of every action in bytes; at most the game's action_capacity */

  /* Makes a state that agrees with what `seat` knows in a match of `seats` seats. `observation` was written by
   * observe() of this version of the game, for this seat, before the match was over; it is aligned to 16 bytes.
   * Draws everything unknown from its distribution given the rules and the observation. Of hidden choices of other
   * seats, each legal one is equally likely. The draws depend on `seed` alone: the state contains nothing of the
   * match's chance, and the same arguments give the same state. observe() writes the same bytes for that seat.
   * revealed(), and marks in pictures, may be lost. parameter() returns AGON_FAILED for such a state and its copies.
   * `host` is as in agon_setup, valid until the state and all its copies are destroyed. A strategy makes one whose
   * extension() returns NULL: with agon.log/1, the game would log from every playout.
   * Returns AGON_OK and a state that the game owns until destroy(); AGON_FAILED if the bytes are not such an
   * observation. Unless AGON_OK, *state is unchanged.
   * [any thread, any time] */
  agon_status (*determinise)(const agon_host* host, int32_t seats, int32_t seat, agon_bytes observation, uint64_t seed,
                             void** state, agon_error* error);

  /* Draws everything again that `seat` does not know: hidden information and future chance. For AGON_ALL_SEATS, draws
   * only what no seat knows. The distribution is that of determinise(). The draws depend on `seed` alone.
   * The observation of `seat`, or of each seat, stays the same. Does nothing in games without chance and hidden
   * information.
   * [match thread, between create and destroy of the state] */
  agon_status (*resample)(void* state, int32_t seat, uint64_t seed, agon_error* error);

  /* Makes an independent copy. The same actions have the same results in both states, including those of chance. The
   * copy uses the same agon_host.
   * Returns AGON_OK and a state that the game owns until destroy(). Unless AGON_OK, *made is unchanged.
   * [match thread, between create and destroy of the state] */
  agon_status (*copy)(const void* state, void** made, agon_error* error);

  /* Makes `target` a copy of `source`, reusing the memory of `target` if possible. Both are states of this game, of any
   * matches; they may be the same state. After AGON_FAILED, `target` can only be destroyed.
   * [match thread, between create and destroy of both states] */
  agon_status (*assign)(void* target, const void* source, agon_error* error);

  /* Lists the legal actions of the seat to move, starting with number `first`. Writes as many as fit completely,
   * without gaps. The list contains exactly the actions that act() accepts, each once. An action has the same bytes in
   * all states, including padding. The order depends on the position alone. Sets *count to the number of all legal
   * actions: 0 if the match is over, else at least 1. `list` is NULL if only the count is needed. This function is NULL
   * only in games with AGON_MODEL_MANY.
   * [match thread, between create and destroy of the state] */
  agon_status (*actions)(const void* state, uint64_t first, agon_buffer* list, uint64_t* count, agon_error* error);

  /* Writes one legal action of the seat to move. If `bits` is uniformly distributed, so is the action, but in games
   * with AGON_MODEL_MANY: there, it may prefer some actions and leave out others. The same bits give the same action in
   * a state and its copy. The capacity is at least action_size.
   * [match thread, between create and destroy of the state, not over] */
  agon_status (*sample)(const void* state, uint64_t bits, agon_buffer* action, agon_error* error);

  /* Returns 1 if the result of `action` can depend on what resample() draws for AGON_ALL_SEATS, else 0. `action` is
   * legal and aligned to 16 bytes. Can't fail.
   * [match thread, between create and destroy of the state, not over] */
  int32_t (*leads_to_chance)(const void* state, agon_bytes action);

  /* Reverts the last act(). May be called once for each act() that returned AGON_OK since copy() made the state, or
   * since assign(), resample() or forfeit() changed it. Can't fail: act() has stored what it needs.
   * NULL if the game does not offer it, because a copy would be as fast.
   * [match thread, between create and destroy of the state] */
  void (*undo)(void* state);

  /* Returns a hash of what all seats together know of the position. It is equal for positions in which the same actions
   * lead to the same scores with the same probabilities, as far as the game detects this. Different positions collide
   * with a probability of about 2^-64. Can't fail.
   * NULL if the game does not offer it.
   * [match thread, between create and destroy of the state] */
  uint64_t (*key)(const void* state);

  /* Sets *least and *most to bounds, both included, of the final score of `seat` if no seat forfeits from here on.
   * -INFINITY or INFINITY: no known bound. After the match is over, both may be the score. Can't fail.
   * NULL if the game does not offer it.
   * [match thread, between create and destroy of the state] */
  void (*score_range)(const void* state, int32_t seat, double* least, double* most);

  /* Returns how much `seat` prefers this end of the match; higher is better. It orders different scores as score()
   * does, and equal scores by the rules. An exact search needs it to predict the choices of the other seats. Can't
   * fail. NULL if the rules have no preference among equal scores. [match thread, between create and destroy of the
   * state, over] */
  double (*preference)(const void* state, int32_t seat);

  /* Estimates the value of each legal action: by how much the score of the seat to move will grow until the match is
   * over if it takes the action now. The unit is that of score(); larger is better. A search can consider the actions
   * with the largest values first or alone, and take the score plus the largest value as the value of the state, in
   * place of a playout. Estimates are as good as the game's author made them; a search must not take them for bounds.
   * Writes one double for each action that actions() lists, in its order, as many as fit completely, to `values`, which
   * is aligned to 16 bytes. Sets *count to the number of all legal actions. All values are finite. They depend only on
   * what the seat to move knows: a copy has the same, and resample() for that seat does not change them.
   * NULL if the game offers no estimates, or no actions().
   * [match thread, between create and destroy of the state, not over] */
  agon_status (*action_values)(const void* state, agon_buffer* values, uint64_t* count, agon_error* error);
} agon_model;

#ifdef __cplusplus
}
#endif

#endif

/* agon/ext/model.h - a game's states, for search.
 *
 * Scenario: a strategy looks ahead. From its observation it makes a state that agrees with all that its seat knows. It
 * copies that state, lists the legal actions, tries them out and reads the scores. It never gets the state of the
 * match: its own process loads the game's library too, and makes states of its own.
 *
 * Rationale
 *   The game's other functions stay what they are. to_move(), observe(), act(), forfeit(), score() and destroy() treat
 * every state alike, so that a search and the referee play by the same code. This extension adds what a referee does
 * not need: where states come from, which actions are legal, and what is not known.
 *   Chance and hidden information are both something that somebody does not know. What no seat knows is chance: a throw
 * to come, a card that lies covered for all. What one seat knows and another does not is hidden. So one function,
 * resample(), draws anew what a seat does not know, or what all seats together do not know. It makes no difference
 * whether the game draws it when it is needed, or keeps it covered from the beginning.
 *   Results of chance are drawn, not listed with their probabilities: three numbers that fall on a board have more of
 * them than a search could look at.
 */
#ifndef AGON_EXT_MODEL_H
#define AGON_EXT_MODEL_H

#include "../game.h"

#define AGON_MODEL "agon.model/1"

#ifdef __cplusplus
extern "C" {
#endif

/* What holds for a game: bits of agon_model.properties, added up. Whoever reads them ignores those that it does not
 * know. */
enum {
  /* What an action leads to can depend on what no seat knows. Without this bit, actions alone decide. */
  AGON_MODEL_CHANCE = 1,
  /* One seat can know what another does not. Without this bit, all observations of a position tell the same. */
  AGON_MODEL_HIDDEN = 2,
  /* A state can have so many legal actions that to list them takes long: draw some with sample(). */
  AGON_MODEL_MANY = 4,
  /* The final scores of all seats add up to the same number, whatever happens. What one seat wins, others lose. */
  AGON_MODEL_CONSTANT_SUM = 8
};

/* Offered by a game: agon_game_type.extension(AGON_MODEL). Constant data. Its functions work on every state of the
 * game: of create(), determinise() and copy(). Functions that return a status return AGON_OK or AGON_FAILED besides
 * what their comments name. */
typedef struct agon_model {
  uint32_t properties;  /* AGON_MODEL_..., added up */
  uint32_t reserved;    /* 0 */
  uint64_t action_size; /* bytes of each action that is written; at most the game's action_capacity */

  /* Makes a state that agrees with what `seat` of a match with `seats` seats knows: observe() of this version of the
   * game wrote `observation` for it, aligned to 16 bytes, while the match was not over. All else is drawn, as the rules
   * and what is known make it likely; of another seat's choices that are hidden, each legal one is equally likely.
   * The draws depend on `seed` alone, so the state has nothing of the match's own chance. The same arguments give the
   * same state.
   * For that seat, observe() then writes the same bytes. What the last action revealed, and marks in pictures, can get
   * lost. parameter() returns AGON_FAILED for such a state and for its copies.
   * `host` is what the game is offered, as in agon_setup: valid until the state and all its copies are destroyed. A
   * search hands in one without a log, or each line that the game writes in each playout is logged.
   * Returns AGON_OK and a state that the game owns until destroy(); AGON_FAILED if the bytes are no such observation.
   * Unless AGON_OK, *state is left alone.
   * [any thread, any time] */
  agon_status (*determinise)(const agon_host* host, int32_t seats, int32_t seat, agon_bytes observation, uint64_t seed,
                             void** state, agon_error* error);

  /* Draws anew all that `seat` does not know, what is hidden from it and what chance is still to decide. For
   * AGON_ALL_SEATS, draws what no seat knows, and leaves what one of them does. The draws are as in determinise(), from
   * `seed` alone, whatever the state had before.
   * `seat`, or each seat, observes the same as before. Does nothing where all is known.
   * [match thread, between create and destroy of the state] */
  agon_status (*resample)(void* state, int32_t seat, uint64_t seed, agon_error* error);

  /* Makes a state that equals `state`, and shares nothing that changes with it. The same actions have the same results
   * in both, those of chance included. A host that the game was offered serves the copy as well.
   * Returns AGON_OK and a state that the game owns until destroy(). Unless AGON_OK, *made is left alone.
   * [match thread, between create and destroy of the state] */
  agon_status (*copy)(const void* state, void** made, agon_error* error);

  /* Makes `target` equal to `source` as copy() does, in the memory that it has, as far as that goes. Both are states of
   * this game, of any matches; they may be the same one. After AGON_FAILED, `target` is only destroyed.
   * [match thread, between create and destroy of both states] */
  agon_status (*assign)(void* target, const void* source, agon_error* error);

  /* Writes the legal actions of the seat to move, from number `first` on, as many as fit whole, one behind the other.
   * They are exactly those that act() accepts, each once; an action has the same bytes in all states, padding included.
   * Sets *count to how many there are in all: 0 if the match is over, else at least 1. Their order depends on the
   * position alone. `list` is NULL if only the count is wanted.
   * NULL only in a game with AGON_MODEL_MANY.
   * [match thread, between create and destroy of the state] */
  agon_status (*actions)(const void* state, uint64_t first, agon_buffer* list, uint64_t* count, agon_error* error);

  /* Writes one legal action of the seat to move, as actions() has it. If `bits` is drawn uniformly from all 64-bit
   * values, each action is equally likely. The same bits give the same action in a state and its copy. The capacity is
   * at least action_size.
   * [match thread, between create and destroy of the state, not over] */
  agon_status (*sample)(const void* state, uint64_t bits, agon_buffer* action, agon_error* error);

  /* Returns 0 if `action`, which is legal and aligned to 16 bytes, leads to the same, whatever resample() draws for
   * AGON_ALL_SEATS; 1 if it can depend on that.
   * [match thread, between create and destroy of the state, not over] */
  int32_t (*leads_to_chance)(const void* state, agon_bytes action);

  /* Takes back the last act(): the state is as before that call. At most as often as act() returned AGON_OK since the
   * state was made, or last changed by assign(), resample() or forfeit(); a copy was made by copy().
   * NULL if the game offers none, since it would be no quicker than a copy.
   * [match thread, between create and destroy of the state] */
  void (*undo)(void* state);

  /* Returns a number for the position as all seats together know it: the same for positions in which the same actions
   * lead to the same scores with the same probabilities, as far as the game sees that; for others the same by accident
   * alone, for one pair in 2^64.
   * NULL if the game offers none.
   * [match thread, between create and destroy of the state] */
  uint64_t (*key)(const void* state);

  /* Sets *least and *most so that the final score of `seat` will lie between them, both included, however the match
   * goes on without a forfeit from here. -INFINITY or INFINITY where the game knows no bound; if the match is over,
   * both can be its score. NULL if the game offers none. [match thread, between create and destroy of the state] */
  void (*score_range)(const void* state, int32_t seat, double* least, double* most);

  /* Returns how well `seat` likes the end of the match, where the rules say what it prefers among ends of equal score:
   * the higher, the better. It orders ends of different scores as score() does. So whoever plays exactly knows what the
   * others will choose.
   * NULL if the score says it all.
   * [match thread, between create and destroy of the state, over] */
  double (*preference)(const void* state, int32_t seat);
} agon_model;

#ifdef __cplusplus
}
#endif

#endif

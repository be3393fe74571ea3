/* agon/game.h - a game: its rules and referee, written as a state machine.
 *
 * Scenario: the host creates a state from a setup. Then it asks which seat is to move, lets the game write what that
 * seat may know, passes it to the seat's strategy, applies the action that the strategy returns, and repeats. The same
 * functions serve matches, replays, people, search and tests.
 *
 * Rationale
 *   A game uses no clock, no process and no strategy: the caller may be a match, a viewer or a search.
 *   An observation is complete: a strategy that has seen nothing before can take over at any move. So a match can be
 * resumed, handed over and searched, and no strategy depends on having been called before.
 *   Simultaneous moves: the seats act one after another, in any fixed order. The game stores each choice and shows it
 * to nobody (observations, revealed(), pictures) before all have chosen.
 *   Hidden information: observe() writes what its seat may know, and no more. A strategy reads every byte. So a hidden
 * value must not be in the struct at all, nor in its padding. The same holds for the text and the picture for a seat.
 *   Chance is part of the game and comes from the setup's seed alone, through a generator whose output a standard fixes
 * (std::mt19937_64 with a bounded draw in the game's code; never std::uniform_int_distribution, whose output differs
 * between libraries). A seed gives the same match on every machine and in every version of the game.
 *   A contest's score is computed by the host, from one of the fixed rules AGON_CONTEST_..., and a game can't bring its
 * own: standings are computed from stored scores, without loading the game and without running its code in the host.
 * Anything that depends on one match alone belongs into score().
 *   forfeit() and score() return no status, since a caller could do nothing about a failure: the seat is already out,
 * and a match without scores has no result.
 *
 * Threads: calls on one state never overlap; different threads may use different states at the same time. No function
 * keeps a pointer that it was given after it returns, except those that the comment of create() allows.
 */
#ifndef AGON_GAME_H
#define AGON_GAME_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What agon_game_type.to_move returns if the match is over. */
#define AGON_OVER (-1)

/* Used as a seat for the text or the picture of a position: what all seats together may know. */
#define AGON_ALL_SEATS (-1)

/* Likewise: what a spectator without a seat may know while the match is played. */
#define AGON_SPECTATOR (-2)

/* One match before its first move. Borrowed for the call of create(), except `host`. */
typedef struct agon_setup {
  uint64_t seed;          /* all chance in the match comes from it */
  int32_t seats;          /* how many seats take part: min_seats .. max_seats */
  uint32_t setting_count; /* equals the game's parameter_count */
  /* One for each of the game's `parameters`, in their order. If a value is NULL, the game draws it from the seed. A
   * game makes that draw even if the value is set, so that a parameter set to the value that the seed would have given
   * changes nothing else. NULL if there are none. */
  const agon_setting* settings;
  const agon_host* host; /* what the host offers; valid until destroy() returns, or until create() fails */
} agon_setup;

/* Why a seat is out of the match. A game may treat all of them alike. It treats unknown ones, from a later host, as
 * AGON_OUTCOME_ERROR. */
enum {
  AGON_OUTCOME_OK = 0,        /* it is not out */
  AGON_OUTCOME_ILLEGAL = 1,   /* an action against the rules */
  AGON_OUTCOME_ERROR = 2,     /* it reported a failure, or threw */
  AGON_OUTCOME_CRASH = 3,     /* a signal ended it */
  AGON_OUTCOME_TIME = 4,      /* out of CPU time */
  AGON_OUTCOME_STALL = 5,     /* out of wall-clock time while hardly using the CPU */
  AGON_OUTCOME_MEMORY = 6,    /* out of memory */
  AGON_OUTCOME_FORBIDDEN = 7, /* a system call that the sandbox forbids */
  AGON_OUTCOME_EXIT = 8,      /* it ended its process */
  AGON_OUTCOME_LOAD = 9       /* it could not be loaded or created */
};

/* How the scores of many matches (tests) make one contest score. */
enum {
  AGON_CONTEST_MEAN = 1,
  AGON_CONTEST_SUM = 2,
  AGON_CONTEST_SIGNED_ROOT_SUM = 3, /* a score s counts sign(s) * sqrt(|s|); then the sum */
  /* A score, at least 0, counts as its ratio to the best score of all strategies on that test; then the sum. */
  AGON_CONTEST_RELATIVE_SUM = 4,
  /* For costs: the game's score is minus the cost, which is at least 0. A score counts as the lowest cost of all
   * strategies on that test, divided by its own cost (1 for the lowest, also if that is 0); then the sum. */
  AGON_CONTEST_RELATIVE_COST_SUM = 5
};

/* One game. Constant data of the plugin, valid while its library is loaded; text is UTF-8. */
typedef struct agon_game_type {
  const char* id;       /* [a-z][a-z0-9_]*: what --game names */
  const char* version;  /* of the rules and their code: "1.0.0" */
  const char* protocol; /* "<id>/<revision>": the observation and action structs; strategies name the same text */
  const char* title;    /* its name for people */
  const char* summary;  /* one line */
  const char* rules;    /* a short text of the rules, with '\n' between lines */
  const char* opponent; /* id of the strategy for seats that the user names none for; NULL: there is none */
  uint32_t min_seats;   /* 1 .. max_seats */
  uint32_t max_seats;   /* at most 1000 */
  const char* const* seat_names;       /* max_seats names, "Black", "White"; NULL: seats are numbered */
  agon_limits limits;                  /* defaults; the user may set others */
  int32_t contest;                     /* AGON_CONTEST_... */
  uint32_t parameter_count;            /* entries of `parameters` */
  const agon_setting_type* parameters; /* NULL if parameter_count is 0 */
  /* The size in bytes of the largest observation of any state: an upper bound; only address space is reserved. */
  uint64_t observation_capacity;
  /* Likewise. It includes space for fields that later versions of the action may have, since a strategy writes all of
   * its own struct. */
  uint64_t action_capacity;
  uint64_t reply_capacity; /* likewise; 0: its actions never reply */

  /* Makes the state before the first move.
   * Returns AGON_OK and a state that the game owns until destroy(); AGON_BAD_SETTING if the parameters contradict each
   * other (the host has checked each one against its declaration); AGON_UNSUPPORTED; AGON_FAILED. Unless AGON_OK,
   * *state is unchanged.
   * [any thread, any time] */
  agon_status (*create)(const agon_setup* setup, void** state, agon_error* error);

  /* Destroys the state, which is not NULL.
   * [match thread, last call on that state] */
  void (*destroy)(void* state);

  /* Writes the value that parameter number `index` (0 .. parameter_count - 1) has in this match, drawn or set, as text.
   * The capacity is at least 65536 bytes. A setup with these values gives the same match.
   * Returns AGON_OK; AGON_ABSENT, with nothing written, if the parameter is unused in this match, which is possible if
   * its fallback is NULL; AGON_FAILED.
   * [match thread, between create and destroy] */
  agon_status (*parameter)(const void* state, uint32_t index, agon_buffer* text, agon_error* error);

  /* Returns the seat 0 .. seats - 1 that is to act, or AGON_OVER. Never a seat that has forfeited. Every match ends
   * after finitely many actions.
   * [match thread, between create and destroy] */
  int32_t (*to_move)(const void* state);

  /* Writes all that `seat` may know, as the protocol's observation struct. The capacity is at least
   * observation_capacity. No strategy can read or write the buffer before this returns. A host may ask for any seat at
   * any time: for one that is not to move, for one that has forfeited, after the match is over.
   * Returns AGON_OK or AGON_FAILED.
   * [match thread, between create and destroy] */
  agon_status (*observe)(const void* state, int32_t seat, agon_buffer* observation, agon_error* error);

  /* Applies `seat`'s action, which can be any bytes: check its size, its ranges and the rules. `action` is aligned to
   * 16 bytes and does not change during the call. `reply` is NULL if the caller does not need it, else its capacity is
   * at least reply_capacity. Returns AGON_OK, with what the action revealed to that seat written to `reply` if the
   * protocol defines a reply; AGON_ILLEGAL and the reason, with the state and the reply unchanged; AGON_FAILED, after
   * which the state can only be destroyed. [match thread, between create and destroy, `seat` is to move] */
  agon_status (*act)(void* state, int32_t seat, agon_bytes action, agon_buffer* reply, agon_error* error);

  /* Removes `seat` from the match by the game's forfeit rule, even if it is not to move. `outcome` is
   * AGON_OUTCOME_ILLEGAL or above, `reason` a sentence, borrowed for the call. The match can continue without the seat,
   * or be over. Can't fail.
   * [match thread, between create and destroy, not over, once per seat] */
  void (*forfeit)(void* state, int32_t seat, int32_t outcome, const char* reason);

  /* Returns the score of `seat`, finite, higher is better: the final one if the match is over, else the score if the
   * match ended now. Can't fail.
   * [match thread, between create and destroy] */
  double (*score)(const void* state, int32_t seat);

  /* Returns the game's extension of that id (agon/ext/...), or NULL. Constant data, valid as long as the library is
   * loaded.
   * [any thread, any time] */
  const void* (*extension)(const char* id);
} agon_game_type;

#ifdef __cplusplus
}
#endif

#endif

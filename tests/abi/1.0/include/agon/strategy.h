/* agon/strategy.h - a strategy: a player of one game, or of any game.
 *
 * Scenario: the host creates an instance for one seat of one match, calls turn() whenever that seat is to move, and
 * destroys the instance at the end. Several instances may live at once, in one process or in many, of one library, and
 * be called by different threads: keep no globals.
 *
 * Rationale
 *   An instance lives for one match, so that nothing leaks from one match into the next.
 *   turn() gets all that the seat may know, every time. A strategy may remember, but need not.
 *   Some games let a seat act several times in a row, each time on what the last action revealed (draw a tile, look,
 * place it). The strategy then calls the session's act() inside its turn, so that old single-function solvers fit
 * without being turned inside out.
 */
#ifndef AGON_STRATEGY_H
#define AGON_STRATEGY_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The protocol of a strategy that plays any game. */
#define AGON_ANY_PROTOCOL "*"

/* What a strategy needs beside its session: bits of agon_strategy_type.needs. A host refuses a strategy that needs
 * something it does not know. */
enum {
  AGON_NEEDS_GAME = 1 /* the game's library, loaded beside it (agon/ext/game.h) */
};

/* One seat in one match, as the strategy sees it. The host owns it; it is valid from create() until destroy() returns
 * (or create(), if that fails), and so is every pointer in it. */
typedef struct agon_session agon_session;
struct agon_session {
  const agon_host* host; /* what the host offers; valid as long as the session */
  const char* game;      /* the game's id */
  const char* protocol;  /* the game's protocol */
  int32_t seat;          /* 0 .. seats - 1 */
  int32_t seats;         /* how many seats take part */
  /* For the strategy's own random numbers. The host computes it from the match's seed, the seat and, if the run has
   * one, a secret of the run, with a one-way function (docs/security.md). The same match and seat get the same value.
   * It says nothing about the match's seed, which decides the game's chance, nor about the seeds of other seats. */
  uint64_t seed;
  agon_limits limits;    /* in force for this seat; limits.threads is at least 1 */
  uint32_t option_count; /* equals the strategy's option_count */
  uint32_t reserved;     /* 0 */
  /* In the order of the strategy's `options`, defaults filled in, so that none is absent. NULL if there are none. */
  const agon_setting* options;

  /* Takes an action before the turn's last one. `action` and `reply` need no alignment here, `error` may be NULL.
   * Returns AGON_OK with what it revealed in `reply` (NULL if not wanted; what is beyond its capacity is cut off), and
   * it is still this seat's turn; AGON_TURN_OVER with the reply, and the turn is over: return from turn(), whose action
   * is then ignored; AGON_ILLEGAL with the reason: the seat has lost its place in the match, return from turn();
   * AGON_FAILED, and nothing happened, if it is called outside turn().
   * [match thread, inside turn] */
  agon_status (*act)(const agon_session* session, agon_bytes action, agon_buffer* reply, agon_error* error);

  /* Returns the CPU time that this seat has left for the rest of the match, nanoseconds; INT64_MAX without a limit; 0
   * or below when it is used up. It counts increments of finished turns.
   * [any thread, inside create or turn] */
  int64_t (*time_left_ns)(const agon_session* session);

  /* Returns the CPU time that is left for this turn: the limit of a turn or time_left_ns(), whichever ends first.
   * Inside create() that is time_left_ns().
   * [any thread, inside create or turn] */
  int64_t (*turn_left_ns)(const agon_session* session);

  /* Returns 1 if the host wants the call to end soon (the user interrupts, time is up), else 0. Cheap.
   * [any thread, inside create or turn] */
  int32_t (*should_stop)(const agon_session* session);
};

/* One strategy. Constant data of the plugin, valid while its library is loaded; text is UTF-8. */
typedef struct agon_strategy_type {
  const char* id;      /* [a-z][a-z0-9_]*: what --plugin names, unique in its library and protocol */
  const char* version; /* "1.0.0" */
  /* That of the game it plays, with the revision: "mygame/1". AGON_ANY_PROTOCOL: it plays every game that has what it
   * needs; it looks that up in create(), and returns AGON_UNSUPPORTED if it is missing. */
  const char* protocol;
  const char* summary;   /* one line: how it plays */
  uint32_t option_count; /* entries of `options` */
  uint32_t needs;        /* bits AGON_NEEDS_..., mostly 0 */
  /* Each has a fallback. None is called `name`, a word that --plugin keeps for itself. NULL if there are none. */
  const agon_setting_type* options;

  /* Makes an instance for one seat of one match; may keep `session`. Counts as CPU time of the seat.
   * Returns AGON_OK and an instance that the strategy owns until destroy(); AGON_BAD_SETTING if the options don't go
   * together; AGON_UNSUPPORTED if it can't play such a match; AGON_FAILED. Unless AGON_OK, *self is left alone.
   * [match thread, any time] */
  agon_status (*create)(const agon_session* session, void** self, agon_error* error);

  /* Ends the instance. NULL is not allowed.
   * [match thread, last call on that instance] */
  void (*destroy)(void* self);

  /* Decides. `observation` is the protocol's observation struct, aligned to 16 bytes, the strategy's to read until it
   * returns. Writes the protocol's action struct to `action`, whose capacity is the game's action_capacity, and returns
   * AGON_OK. After AGON_TURN_OVER or AGON_ILLEGAL from act() it returns AGON_OK and what it writes is ignored. Anything
   * else ends the seat's match, with the sentence in `error`.
   * [match thread, between create and destroy, this seat is to move] */
  agon_status (*turn)(void* self, agon_bytes observation, agon_buffer* action, agon_error* error);

  /* Returns the strategy's extension of that id, or NULL. Constant data, valid as long as the library is loaded.
   * [any thread, any time] */
  const void* (*extension)(const char* id);
} agon_strategy_type;

#ifdef __cplusplus
}
#endif

#endif

/* agon/strategy.h - a strategy: a player of one game, or of any game.
 *
 * Scenario: the host creates an instance for one seat of one match, calls turn() whenever that seat is to move, and
 * destroys the instance at the end. Several instances of one library may exist at the same time, in one process or in
 * several, and different threads may call them. So use no global variables, or see agon/ext/single_instance.h.
 *
 * Rationale
 *   An instance exists for one match, so that nothing leaks from one match into the next.
 *   turn() gets all that the seat may know, every time. A strategy may remember earlier turns, but need not.
 *   In some games a seat acts several times in a row, each time based on what the last action revealed (draw a tile,
 * look at it, place it). The strategy then calls the session's act() inside its turn. So a solver that was written as
 * one function stays one function.
 */
#ifndef AGON_STRATEGY_H
#define AGON_STRATEGY_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The protocol of a strategy that plays any game. */
#define AGON_ANY_PROTOCOL "*"

/* What a strategy needs in addition to its session: bits of agon_strategy_type.needs. A host refuses a strategy with a
 * bit that it does not know. */
enum {
  AGON_NEEDS_GAME = 1 /* the game's library, in the same process (agon/ext/game.h) */
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
  /* In the order of the strategy's `options`, with defaults, so that none is NULL. NULL if there are none. */
  const agon_setting* options;

  /* Takes an action before the turn's last one. `action` and `reply` need no alignment here, `error` may be NULL.
   * `reply` is NULL if it is not needed; what exceeds its capacity is cut off.
   * Returns AGON_OK with what the action revealed in `reply`, and the turn continues; AGON_TURN_OVER with the reply,
   * and the turn is over: return from turn(), whose action is then ignored; AGON_ILLEGAL with the reason, and the seat
   * is out of the match: return from turn(); AGON_FAILED if it is called outside turn(), and nothing happened. [match
   * thread, inside turn] */
  agon_status (*act)(const agon_session* session, agon_bytes action, agon_buffer* reply, agon_error* error);

  /* Returns the CPU time that this seat has left for the rest of the match, in nanoseconds; INT64_MAX without a limit;
   * 0 or below if it is used up. It includes the increments of finished turns. [any thread, inside create or turn] */
  int64_t (*time_left_ns)(const agon_session* session);

  /* Returns the CPU time that is left for this turn: the smaller of the turn's limit and time_left_ns(). Inside
   * create() it is time_left_ns(). [any thread, inside create or turn] */
  int64_t (*turn_left_ns)(const agon_session* session);

  /* Returns 1 if the call should end soon (the user interrupts, or time is up), else 0. Cheap.
   * [any thread, inside create or turn] */
  int32_t (*should_stop)(const agon_session* session);
};

/* One strategy. Constant data of the plugin, valid while its library is loaded; text is UTF-8. */
typedef struct agon_strategy_type {
  const char* id;      /* [a-z][a-z0-9_]*: the name for --plugin, unique in its library and protocol */
  const char* version; /* "1.0.0" */
  /* The protocol of the game that it plays, with the revision: "mygame/1". AGON_ANY_PROTOCOL: it plays every game with
   * the extensions that it needs; create() looks them up, and returns AGON_UNSUPPORTED if one is missing. */
  const char* protocol;
  const char* summary;   /* one line: how it plays */
  uint32_t option_count; /* entries of `options` */
  uint32_t needs;        /* bits AGON_NEEDS_..., mostly 0 */
  /* Each has a fallback. None has the name `name`, which --plugin uses itself. NULL if there are none. */
  const agon_setting_type* options;

  /* Makes an instance for one seat of one match; may keep `session`. Its CPU time counts for the seat.
   * Returns AGON_OK and an instance that the strategy owns until destroy(); AGON_BAD_SETTING if the options contradict
   * each other; AGON_UNSUPPORTED if it can't play such a match; AGON_FAILED. Unless AGON_OK, *self is unchanged.
   * [match thread, any time] */
  agon_status (*create)(const agon_session* session, void** self, agon_error* error);

  /* Destroys the instance, which is not NULL.
   * [match thread, last call on that instance] */
  void (*destroy)(void* self);

  /* Decides on an action. `observation` is the protocol's observation struct, aligned to 16 bytes, valid until turn()
   * returns. Writes the protocol's action struct to `action`, whose capacity is the game's action_capacity.
   * Returns AGON_OK. After AGON_TURN_OVER or AGON_ILLEGAL from act(), it returns AGON_OK, too, and what it writes is
   * ignored. Any other status ends the match for the seat, with the sentence in `error`.
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

/* agon/ext/exchange.h - the format in which a game's own world keeps matches, such as PGN or SGF.
 *
 * Scenario: a user exports recorded matches for the programs of that world, or starts matches from its books of
 * openings. The host knows records, the game knows the format: the host hands each record to the game, which writes it,
 * and hands it the text of a book, which the game reads. A game without this extension has its transcripts, and
 * openings in its own notation.
 */
#ifndef AGON_EXT_EXCHANGE_H
#define AGON_EXT_EXCHANGE_H

#include "../game.h"
#include "analysis.h"

#define AGON_EXCHANGE "agon.exchange/1"

#ifdef __cplusplus
extern "C" {
#endif

/* An action of a recorded match, or a seat's end in it. Borrowed for the call. */
typedef struct agon_record_turn {
  int32_t seat;                      /* whose it is */
  int32_t outcome;                   /* AGON_OUTCOME_OK: the seat acted; else why it is out */
  agon_bytes text;                   /* the action in the game's notation (agon/ext/notation.h); or why it is out */
  const agon_evaluation* evaluation; /* what its player thought before the action; NULL: not told */
} agon_record_turn;

/* A recorded match, over or not. Borrowed for the call. */
typedef struct agon_record {
  uint64_t seed;                 /* of the match */
  const char* const* players;    /* a name for each seat; if several have played it, all of them */
  const double* scores;          /* of each seat; NULL: the match is not over */
  uint64_t opening_count;        /* the first so many turns are the opening, which no player has chosen */
  uint64_t turn_count;           /* entries of `turns` */
  const agon_record_turn* turns; /* in the order of the match */
} agon_record;

/* A start that a text has. Borrowed for the call. */
typedef struct agon_opening {
  uint64_t line;                /* of the text, from 1: where it begins */
  uint64_t setting_count;       /* entries of `settings` */
  uint64_t action_count;        /* entries of `actions` */
  const agon_setting* settings; /* parameters of the game, those that the start needs */
  const agon_bytes* actions;    /* from there on, in the game's notation */
} agon_opening;

/* Where a text goes. The host owns it. [match thread, inside write] */
typedef struct agon_text_list {
  const agon_host* host; /* the host: the first argument of `add` */

  /* Adds a piece of the text. Can't fail. */
  void (*add)(const agon_host* host, agon_bytes text);
} agon_text_list;

/* Where openings go. The host owns it. [any thread, inside read] */
typedef struct agon_opening_list {
  const agon_host* host; /* the host: the first argument of `add` */

  /* Adds an opening. Can't fail. */
  void (*add)(const agon_host* host, const agon_opening* opening);
} agon_opening_list;

/* Offered by a game: agon_game_type.extension(AGON_EXCHANGE). Constant data. */
typedef struct agon_exchange {
  /* The endings of such files' names, in small letters, joined by '|': "pgn|epd". write() writes the first. */
  const char* endings;

  /* Writes a whole match that began in this state, as such a file has it: the texts of several matches, one after
   * another, are a file, too. AGON_OK or AGON_FAILED.
   * [match thread, between create and the first act of the state] */
  agon_status (*write)(const void* state, const agon_record* record, const agon_text_list* text, agon_error* error);

  /* Reads the openings of a file's text, of any content; `ending` is one of the endings. AGON_ILLEGAL if it can't be
   * read, with a sentence that begins with the line: "line 7: ...". Else AGON_OK or AGON_FAILED.
   * [any thread, any time] */
  agon_status (*read)(agon_bytes text, const char* ending, const agon_opening_list* list, agon_error* error);
} agon_exchange;

#ifdef __cplusplus
}
#endif

#endif

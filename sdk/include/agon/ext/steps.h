/* agon/ext/steps.h - an action chosen step by step, by people.
 *
 * Scenario: a person chooses a tile, turns it, and puts it on a cell. After each step the host asks the game what may
 * be chosen next, and shows it: cells of the scene, and buttons. A game without this extension is played by the tokens
 * of its scene's cells and by the texts of its legal actions.
 *
 * Rationale
 *   What was chosen so far is a text of the game's own, not a beginning of the action's text: so an action's notation
 * need not have its parts in the order in which people choose them, nor blanks between them.
 */
#ifndef AGON_EXT_STEPS_H
#define AGON_EXT_STEPS_H

#include "../game.h"

#define AGON_STEPS "agon.steps/1"

#ifdef __cplusplus
extern "C" {
#endif

/* Something that may be chosen, or that a person has pointed at. The pointers are borrowed for the call. */
typedef struct agon_choice {
  const char* text;     /* if `whole`, the action (agon/ext/notation.h); else what is then chosen: the next `begun` */
  const char* label;    /* for people: "turn"; NULL: the text */
  const char* refusal;  /* NULL: it may be chosen; else why not */
  int32_t whole;        /* 1: it is an action; 0: there is more to choose */
  int32_t row;          /* the cell of the scene that is clicked for it; -1: it is a button */
  int32_t column;       /* likewise */
  uint64_t cell_count;  /* number of `cells` */
  const int32_t* cells; /* row and column of each cell that it would touch; of a button, those of its picture */
} agon_choice;

/* Where choices go. The host owns it. [match thread, inside choices] */
typedef struct agon_choice_list {
  const agon_host* host; /* the host: the first argument of `add` */

  /* Adds a choice. Can't fail. */
  void (*add)(const agon_host* host, const agon_choice* choice);
} agon_choice_list;

/* Offered by a game: agon_game_type.extension(AGON_STEPS). Constant data. */
typedef struct agon_steps {
  /* Parameters of a match that is not too long for people, as in "rows=8,columns=8"; NULL: the defaults are. */
  const char* parameters;

  /* Lists what the seat to move may choose after `begun`, which is empty at first. With a row and a column, lists what
   * a click on that cell of the scene means: one choice, which may be refused, or nothing; else they are -1.
   * AGON_ILLEGAL if `begun` can't be read or is outdated.
   * [match thread, between create and destroy of the state] */
  agon_status (*choices)(const void* state, agon_bytes begun, int32_t row, int32_t column, const agon_choice_list* list,
                         agon_error* error);
} agon_steps;

#ifdef __cplusplus
}
#endif

#endif

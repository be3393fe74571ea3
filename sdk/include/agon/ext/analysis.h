/* agon/ext/analysis.h - what a strategy thinks of the position in which it moves.
 *
 * Scenario: a strategy that searches reports its estimate, how far it has looked ahead, and the actions that it
 * expects, as often as it likes. The host keeps the last report of each turn in the match's transcript, and shows it
 * beside the match. A strategy looks the extension up once, in create(), and reports nothing if it gets NULL. No report
 * can change a match, and other strategies can't read it.
 */
#ifndef AGON_EXT_ANALYSIS_H
#define AGON_EXT_ANALYSIS_H

#include "../types.h"

#define AGON_ANALYSIS "agon.analysis/1"

#ifdef __cplusplus
extern "C" {
#endif

/* What agon_evaluation.value is. More is better for the seat that reports. */
enum {
  AGON_VALUE_SCORE = 0,   /* the score that the seat expects at the end of the match, as agon_game_type.score */
  AGON_VALUE_CONTEST = 1, /* the share of its opponents that it expects to beat, 0 to 1; a tie counts half */
  AGON_VALUE_PAWNS = 2,   /* its lead in hundredths of a pawn, as engines tell it: 100 are worth 100 points of Elo */
  AGON_VALUE_MATE = 3     /* its moves until it gives mate; 0 or less: those until it is mated, below 0 */
};

typedef struct agon_evaluation {
  double value;    /* finite */
  int32_t unit;    /* AGON_VALUE_... */
  int32_t depth;   /* actions that it has looked ahead; 0: not told */
  int64_t nodes;   /* positions or simulations of this turn; 0: not told */
  agon_bytes line; /* UTF-8: the expected actions, its own first, in the game's notation, separated by blanks; may be
                      empty. The host keeps the first 240 bytes. Borrowed during the call. */
} agon_evaluation;

/* Offered by the host: agon_host.extension(host, AGON_ANALYSIS). */
typedef struct agon_analysis {
  /* Stores the evaluation in place of the turn's last one. The host drops it if a number is out of range, or after the
   * turn has ended. Can't fail.
   * [match thread, inside turn of a strategy] */
  void (*report)(const agon_host* host, const agon_evaluation* evaluation);
} agon_analysis;

#ifdef __cplusplus
}
#endif

#endif

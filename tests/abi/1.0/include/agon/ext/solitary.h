/* agon/ext/solitary.h - a strategy that keeps globals.
 *
 * Scenario: a solver written for a contest, where each test was a process of its own, keeps its state in global
 * variables. A second instance in the same library would share them, and a second match would find what the first one
 * left. The strategy says so, and the host loads the library afresh for each instance, so that its globals are as new.
 * That costs about a millisecond a match; new code does without globals.
 */
#ifndef AGON_EXT_SOLITARY_H
#define AGON_EXT_SOLITARY_H

#include "../strategy.h"

#define AGON_SOLITARY "agon.solitary/1"

/* Offered by a strategy: agon_strategy_type.extension(AGON_SOLITARY) is not NULL. There is nothing in it: what it
 * points to is never read. A host without this extension would mix up such a strategy's matches, and such a strategy
 * can do nothing about it: hosts from ABI 1.0 on have it. */

#endif

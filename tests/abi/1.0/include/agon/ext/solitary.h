/* agon/ext/solitary.h - a strategy that keeps globals.
 *
 * Scenario: a solver written for a contest, where each test was a process of its own, keeps its state in global
 * variables. A second instance in the same process would share them. The strategy says so, and the host then makes one
 * instance at a time in a process, and each finds the library's memory as it was after loading. (In a worker, every
 * strategy finds it so.) New code does without globals.
 */
#ifndef AGON_EXT_SOLITARY_H
#define AGON_EXT_SOLITARY_H

#include "../strategy.h"

#define AGON_SOLITARY "agon.solitary/1"

/* Offered by a strategy: agon_strategy_type.extension(AGON_SOLITARY) is not NULL. There is nothing in it: what it
 * points to is never read. A host without this extension would mix up such a strategy's matches, and such a strategy
 * can do nothing about it: hosts from ABI 1.0 on have it. */

#endif

/* agon/ext/single_instance.h - a strategy with global variables.
 *
 * Scenario: a solver that was written for a contest, where each test ran in a new process, keeps its state in global
 * variables. Several instances in one process would share them. The strategy offers this extension. The host then makes
 * one instance at a time in a process, and resets the library's memory for each instance to what it was after loading.
 * (A worker resets the memory for every strategy.) New code uses no global variables.
 *
 * Rationale
 *   A marker without data: the lookup says everything. If it ever needs data, that will be a new revision with
 * a struct.
 *   A host without this extension would mix up the matches of such a strategy, and the strategy can't detect that. So
 * all hosts since ABI 1.0 support it.
 */
#ifndef AGON_EXT_SINGLE_INSTANCE_H
#define AGON_EXT_SINGLE_INSTANCE_H

#include "../strategy.h"

/* Offered by a strategy: agon_strategy_type.extension(AGON_SINGLE_INSTANCE) is not NULL. The host never reads what the
 * pointer points to. */
#define AGON_SINGLE_INSTANCE "agon.single_instance/1"

#endif

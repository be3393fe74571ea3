// Ctrl-C: the first asks the work to end at the next good moment, the second ends the program.
#pragma once

namespace host {

/// From now on SIGINT and SIGTERM only set a flag, once.
void catch_interrupts();

/// What the second one still does before the program ends: only what a signal's handler may do.
void before_hard_stop(void (*last)());

/// Whether one has come.
bool interrupted();

}  // namespace host

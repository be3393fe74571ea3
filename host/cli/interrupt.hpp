// Ctrl-C: the first asks the work to end at the next good moment, the second ends the program.
#pragma once

namespace host {

/// From now on SIGINT and SIGTERM only set a flag, once.
void catch_interrupts();

/// Whether one has come.
bool interrupted();

}  // namespace host

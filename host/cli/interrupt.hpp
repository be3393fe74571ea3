// Ctrl-C, a request to end, a terminal that was closed: the first asks the work to end at the next good moment, the
// second ends the program. A reader of the output that has gone asks, too.
#pragma once

namespace host {

/// From now on SIGINT, SIGTERM and SIGHUP only set a flag, once, and SIGPIPE only sets it. Who has SIGHUP ignored, as
/// by nohup, goes on.
void catch_interrupts();

/// Whether one has come.
bool interrupted();

/// Ends the program by SIGPIPE, as a shell expects it, if that has come.
void end_by_broken_pipe();

}  // namespace host

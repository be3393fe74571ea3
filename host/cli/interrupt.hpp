// Ctrl-C, a request to end, a terminal that was closed: the first asks the work to end at the next good moment, the
// second ends the program. A reader of the output that has gone asks, too.
#pragma once

namespace host {

/// From now on SIGINT, SIGTERM and SIGHUP only set a flag, once, and SIGPIPE only sets it. Who has SIGHUP ignored, as
/// by nohup, goes on.
void catch_interrupts();

/// What the second one still does before the program ends: only what a signal's handler may do.
void before_hard_stop(void (*last)());

/// Whether one has come.
bool interrupted();

/// Ends the program by SIGPIPE, as a shell expects it, if that has come.
void end_by_broken_pipe();

}  // namespace host

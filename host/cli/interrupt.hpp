// Handles Ctrl-C, requests to terminate, and a closed terminal. The first signal requests an orderly end, the second
// one ends the program immediately. If the reader of the output has gone, an orderly end is also requested.
#pragma once

namespace host {

/// From now on, the first SIGINT, SIGTERM or SIGHUP sets a flag, and the second ends the program. SIGPIPE always sets
/// the flag. Signals that are ignored, such as SIGHUP under nohup, stay ignored.
void catch_interrupts();

/// Returns whether such a signal has arrived.
bool interrupted();

/// Lets the next signal count as the first one.
void forget_interrupt();

/// If SIGPIPE has arrived, ends the program with that signal, as shells expect.
void end_by_broken_pipe();

}  // namespace host

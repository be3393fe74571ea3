// The host as a process among others: what it was started with, and how it ends.
#pragma once

namespace host {

/// Opens what is closed of standard input, output and error, so that no file that is opened later is taken for one of
/// them. Reading or writing there still fails. Call it first.
void fill_standard_streams();

/// From now on the process ends in an orderly way or by a signal: exit() called by anybody but allow_exit()'s caller,
/// such as a game, ends it with Exit::game and a sentence.
void forbid_exit();
void allow_exit();

}  // namespace host

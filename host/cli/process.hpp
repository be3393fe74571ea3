// Functions for the host's process: its standard streams, and how it ends.
#pragma once

#include <string>
#include <vector>

namespace host {

/// Returns the words with which this process was started, the program's name first.
std::vector<std::string> own_words();

/// Opens closed standard streams, so that no file opened later gets their descriptors. Reading or writing there still
/// fails. Must be called first.
void fill_standard_streams();

/// From now on, allows only an orderly end or a signal. If a game, for example, calls exit() before allow_exit() was
/// called, the process ends with Exit::game and a sentence. Call it again before games run: if several threads call
/// exit() at once, the destructors of static objects that were made since the last call run before that, and the C
/// library can then read freed memory.
void forbid_exit();
void allow_exit();

}  // namespace host

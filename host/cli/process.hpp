// Functions for the host's process and for children that run a game's code: standard streams, signals, messages, the
// end.
#pragma once

#include "host/arena/game_limits.hpp"

#include <functional>
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

/// From now on, the first SIGINT, SIGTERM or SIGHUP sets a flag, and the second ends the program. SIGPIPE always sets
/// the flag. Signals that are ignored, such as SIGHUP under nohup, stay ignored.
void catch_interrupts();

/// Returns whether such a signal has arrived.
bool interrupted();

/// Lets the next signal count as the first one.
void forget_interrupt();

/// If SIGPIPE has arrived, ends the program with that signal, as shells expect.
void end_by_broken_pipe();

/// Runs a command, or a part of it: prints what it throws as a message. Returns its exit code.
int with_messages(const std::function<int()>& body);

/// Runs the rest of a command, which runs a game's code, in a process of its own: host/arena/run_in_child.hpp. The
/// process prints what `body` throws. Returns its exit code.
int run_game_in_child(const GameLimits& limits, const std::function<int()>& body);

}  // namespace host

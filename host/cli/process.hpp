// Functions for the host's process and for children that run a game's code: standard streams, signals, messages, the
// end.
#pragma once

#include "host/arena/game_limits.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// Returns the words with which this process was started, the program's name first.
std::vector<std::string> own_words();

/// Return whether standard input and output are a terminal, and whether it can also replace what it shows.
bool is_in_terminal();
bool has_screen();

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

/// While it exists, stderr answers such a signal at once, whatever this thread does: what happens now, and how many of
/// `matches` are stored. `go_on`: the end of the sentence, such as the command that goes on. One at a time.
class InterruptAnswer {
 public:
  InterruptAnswer(std::size_t matches, const std::string& go_on);
  InterruptAnswer(const InterruptAnswer&) = delete;
  InterruptAnswer& operator=(const InterruptAnswer&) = delete;
  ~InterruptAnswer();

  /// Counts matches that are stored.
  void stored(std::size_t matches) { stored_.fetch_add(matches, std::memory_order_relaxed); }

  /// Must be called by a signal handler.
  void print(std::string_view what) const;

 private:
  std::string begin_;
  std::string end_;
  std::atomic<std::size_t> stored_ = 0;
};

/// Lets the next signal count as the first one.
void forget_interrupt();

/// If SIGPIPE has arrived, ends the program with that signal, as shells expect.
void end_by_broken_pipe();

/// Runs a command, or a part of it: prints what it throws as a message. Returns its exit code.
int with_messages(const std::function<int()>& body);

/// Runs the rest of a command, which runs a game's code, in a process of its own: host/arena/process.hpp. The
/// process prints what `body` throws. Returns its exit code.
int run_game_in_child(const GameLimits& limits, const std::function<int()>& body);

}  // namespace host

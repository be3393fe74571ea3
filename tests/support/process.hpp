// Runs programs from tests: in a given folder and environment, with pipes or a pseudo-terminal.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace support {

/// Specifies how to run a program.
struct Command {
  std::vector<std::string> words;  // the program, by path or by name in PATH, followed by its arguments
  std::filesystem::path folder{};  // working directory; empty: the test's
  std::map<std::string, std::optional<std::string>> environment{};  // variables to set, or without a value to remove
  std::string input{};                                              // standard input
  bool terminal = false;                                            // standard output is a pseudo-terminal
  std::chrono::seconds timeout{900};  // the program is then killed: far above what any needs on a busy machine
};

/// How the program ended.
struct Result {
  int code = -1;    // exit code; 128 plus the signal's number if a signal ended the program, as in a shell
  std::string out;  // standard output; a terminal's line ends are converted to '\n'
  std::string err;  // standard error
  bool timed_out = false;
};

/// A running program. It inherits the test's environment, except variables that would change the host's behaviour:
/// AGON_PLUGIN_PATH, AGON_GAME_PATH, XDG_DATA_HOME (set to a folder of the case), NO_COLOR, TERM and locale.
class Process {
 public:
  /// Throws std::runtime_error if the program can't be started.
  explicit Process(const Command& command);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  /// Kills the program if it is still running.
  ~Process();

  /// Reads until `enough` returns true for the standard output so far. Returns false if the program ended before, or
  /// the time is up.
  bool read_until(const std::function<bool(const std::string& out)>& enough);

  void signal(int number) const;

  [[nodiscard]] pid_t id() const { return process_; }

  /// Returns whether it has ended, without waiting.
  [[nodiscard]] bool ended() const;

  /// Waits for its end; sends it a signal before.
  Result wait();
  Result stop(int number);

 private:
  struct Stream {
    int descriptor = -1;
    std::string* text = nullptr;
  };
  /// Reads available data from either stream. Returns false if both have ended, or the time is up.
  bool read_some();
  void read_from(Stream& stream);

  pid_t process_ = -1;
  Stream out_;
  Stream err_;
  std::chrono::steady_clock::time_point deadline_;
  Result result_;
};

/// Removes the folder of data that programs have had so far; those that are run from now on get an empty one. doctest's
/// main does so before each case.
void renew_data_home();

/// Waits until `condition` holds, for at most ten minutes: far longer than anything takes on a busy machine. Returns
/// whether it does.
bool comes_true(const std::function<bool()>& condition);

/// Runs a program until it ends.
Result run(const Command& command);

}  // namespace support

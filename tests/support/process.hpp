// Runs programs from tests: in a folder and an environment of one's choice, with pipes or a pseudo-terminal.
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

/// How a program is to be run.
struct Command {
  std::vector<std::string> words;  // the program, by path or by name in PATH, then its arguments
  std::filesystem::path folder{};  // where it runs; empty: where the test does
  std::map<std::string, std::optional<std::string>> environment{};  // set, or without a value removed
  std::string input{};                                              // on its standard input
  bool terminal = false;                                            // its standard output is a pseudo-terminal
  std::chrono::seconds timeout{
      900};  // then it is killed: for programs that hang, far above what any takes on a busy machine
};

/// How it ended.
struct Result {
  int code = -1;    // exit code; 128 + its number if a signal ended the program, as in a shell
  std::string out;  // standard output; a terminal's line ends are '\n' here, too
  std::string err;  // standard error
  bool timed_out = false;
};

/// A program that runs. The test's own environment is passed on, but for what would change the host's ways:
/// AGON_PLUGIN_PATH, AGON_GAME_PATH, XDG_DATA_HOME (a folder of the test's own), NO_COLOR, TERM and
/// locale.
class Process {
 public:
  /// Throws std::runtime_error if the program can't be started.
  explicit Process(const Command& command);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  /// Kills it if it still runs.
  ~Process();

  /// Reads until `enough` is content with the standard output so far. False: the program ended before, or time is up.
  bool read_until(const std::function<bool(const std::string& out)>& enough);

  void signal(int number) const;

  /// Waits for its end.
  Result wait();

 private:
  struct Stream {
    int descriptor = -1;
    std::string* text = nullptr;
  };
  /// Reads what has come on either stream; false if both have ended, or time is up.
  bool read_some();
  void read_from(Stream& stream);

  pid_t process_ = -1;
  Stream out_;
  Stream err_;
  std::chrono::steady_clock::time_point deadline_;
  Result result_;
};

/// Runs it to its end.
Result run(const Command& command);

}  // namespace support

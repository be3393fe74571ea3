// Files that a child process inherits.
#pragma once

#include "host/util/descriptor.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace host {

/// Throws Failure(internal), with the reason in errno: "can't make a pipe for a worker: too many open files".
[[noreturn]] void fail_to_start(const std::string& owner, const std::string& what);

/// Moves a descriptor above those that a child process starts with. `owner` is for messages: "a worker". Throws
/// Failure(internal).
Descriptor moved_up(Descriptor file, const std::string& owner);

/// Makes a file in memory, with a descriptor above those that a child process starts with. Throws Failure(internal).
Descriptor memory_file(const char* name, unsigned flags, const std::string& owner);

// The log of a child process: a file in memory to which it writes its standard output or error.

class LogFile {
 public:
  /// Makes an empty log of up to match_log_capacity bytes. `owner` is for messages: "a worker". Throws
  /// Failure(internal).
  explicit LogFile(const std::string& owner);

  [[nodiscard]] int descriptor() const { return file_.get(); }

  /// Adds a line, unless the log is full.
  void add(std::string_view line);

  /// Returns how much memory it takes beyond its size: a program can also use it otherwise, as it has it open.
  [[nodiscard]] std::int64_t excess_bytes() const;

  /// Returns the log as lines, each terminated by '\n', and empties it. Says so if it is full.
  std::string take();

 private:
  Descriptor file_;
};

}  // namespace host

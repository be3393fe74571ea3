// The log of a child process: a file in memory to which it writes its standard output or error.
#pragma once

#include "host/descriptor.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace host {

class LogFile {
 public:
  /// Makes an empty log of up to `capacity` bytes. `owner` is for messages: "a worker". Throws Failure(internal).
  LogFile(std::size_t capacity, const std::string& owner);

  [[nodiscard]] int descriptor() const { return file_.get(); }

  /// Adds a line, unless the log is full.
  void add(std::string_view line);

  /// Returns the log as lines, each terminated by '\n', and empties it. Says so if it is full.
  std::string take();

 private:
  std::size_t capacity_;
  Descriptor file_;
};

}  // namespace host

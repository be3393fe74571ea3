// A command of a tester: a shell runs it in the tester's folder.
#pragma once

#include "host/util/descriptor.hpp"

#include <sys/types.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <string_view>

namespace host::tester {

/// The tester has failed, and not a solution. what() is a sentence.
struct TesterFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file in memory. Other processes open it by its path().
class MemoryFile {
 public:
  MemoryFile();
  /// With this content.
  explicit MemoryFile(std::string_view content);

  [[nodiscard]] const Descriptor& descriptor() const { return file_; }
  [[nodiscard]] std::string path() const;
  [[nodiscard]] std::string content() const;

 private:
  Descriptor file_;
};

class Command {
 public:
  /// Starts it. `input` is its standard input, and `output` its standard output; not open: it has no input, and its
  /// output goes to memory.
  Command(const std::string& words, const std::string& folder, const Descriptor& input, const Descriptor& output = {});
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  /// Ends it, with all processes of its group.
  ~Command();

  /// Returns a file descriptor that is readable once the command has ended.
  [[nodiscard]] int ended() const { return process_.get(); }

  /// Waits for its end, and ends what it has left behind.
  void wait();

  [[nodiscard]] std::string output() const { return output_.content(); }
  [[nodiscard]] std::string errors() const { return errors_.content(); }

  /// Returns how it has ended, with its last lines: "exit status 1: no such file". Requires wait().
  [[nodiscard]] std::string end() const;
  [[nodiscard]] bool succeeded() const { return status_ == 0; }

 private:
  MemoryFile output_;
  MemoryFile errors_;
  pid_t pid_ = 0;
  std::atomic<pid_t>* group_ = nullptr;
  Descriptor process_;
  int status_ = 0;
};

}  // namespace host::tester

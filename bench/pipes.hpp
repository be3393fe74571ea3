// The baseline for isolation: a child process connected by two pipes.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace bench {

/// A child that echoes each message, with blocking reads and writes on the core of its parent.
class Pipes {
 public:
  static constexpr std::size_t message_size = 64;

  /// Throws std::system_error if the system lacks resources.
  Pipes();
  Pipes(const Pipes&) = delete;
  Pipes& operator=(const Pipes&) = delete;
  ~Pipes();

  /// Sends a message and waits for its echo. Returns false if the child has ended.
  bool round_trip(char (&message)[message_size]);

 private:
  int to_child_ = -1;
  int from_child_ = -1;
  pid_t child_ = -1;
};

}  // namespace bench

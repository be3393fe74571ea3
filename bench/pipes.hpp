// What isolation is measured against: a child process at the other end of two pipes.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace bench {

/// A child that sends back each message as it comes, with blocking reads and writes on the core of its parent.
class Pipes {
 public:
  static constexpr std::size_t message_size = 64;

  /// Throws std::system_error if there are no means for it.
  Pipes();
  Pipes(const Pipes&) = delete;
  Pipes& operator=(const Pipes&) = delete;
  ~Pipes();

  /// Sends a message and waits for it to come back. False: the child is gone.
  bool round_trip(char (&message)[message_size]);

 private:
  int to_child_ = -1;
  int from_child_ = -1;
  pid_t child_ = -1;
};

}  // namespace bench

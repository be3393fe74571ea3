// The limit of a program's processes and threads where the kernel can't count those of one program.
//
// RLIMIT_NPROC counts all processes of a user. It serves where the program's user, or its view of the system, has no
// others. Elsewhere the kernel asks the supervisor before each fork and each new thread (seccomp, user notification),
// and the supervisor counts. RLIMIT_NPROC does not hold for root; this does.
//
// A process that is allowed to fork shows up a moment later. So while many fork at the same time, there can be more for
// a moment, at most twice as many.
#pragma once

#include <poll.h>

#include <vector>

namespace host::supervisor {

/// Has the calling process and all that descend from it ask before they start a process or a thread. `socket` leads to
/// the supervisor's TaskLimit. If the kernel can't do that, sets RLIMIT_NPROC instead. Sets NO_NEW_PRIVS. Throws
/// SandboxError.
void ask_before_forks(int socket);

/// The supervisor's side.
class TaskLimit {
 public:
  /// Makes the sockets.
  explicit TaskLimit(int most);
  TaskLimit(const TaskLimit&) = delete;
  TaskLimit& operator=(const TaskLimit&) = delete;

  /// Returns the program's end of the socket; -1: none could be made.
  [[nodiscard]] int program_end() const { return ends_[1]; }

  /// Closes the program's end, once that process is started.
  void close_program_end();

  /// Returns what to poll.
  [[nodiscard]] pollfd polled() const { return {listener_ >= 0 ? listener_ : ends_[0], POLLIN, 0}; }

  /// Answers what polled() has announced.
  void answer(short events);

 private:
  void meet();
  void decide();

  const int most_;
  int left_;           // how many more may be started before they are counted again
  int ends_[2];        // -1: closed
  int listener_ = -1;  // through which the kernel asks
  std::vector<char> question_;
  std::vector<char> reply_;
};

}  // namespace host::supervisor

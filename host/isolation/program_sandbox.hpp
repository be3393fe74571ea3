// The sandbox of a program: namespaces, and what its process does to itself before it becomes the program.
#pragma once

#include "host/isolation/layers.hpp"
#include "host/isolation/supervisor_protocol.hpp"

#include <poll.h>
#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace host::supervisor {

// The limit of a program's processes and threads where the kernel can't count those of one program.
//
// RLIMIT_NPROC counts all processes of a user. It serves where the program's user, or its view of the system, has no
// others. Elsewhere the kernel asks the supervisor before each fork and each new thread (seccomp, user notification),
// and the supervisor counts. RLIMIT_NPROC does not hold for root; this does. The kernel also asks where no control
// group counts CPU time, so that the host learns how many processes have ended (untold_ns()).
//
// A process that is allowed to fork shows up a moment later. So while many fork at the same time, there can be more for
// a moment, at most twice as many.

/// Has the calling process and all that descend from it ask before they start a process or a thread. `socket` leads to
/// the supervisor's TaskLimit. If the kernel can't do that, sets RLIMIT_NPROC instead. Sets NO_NEW_PRIVS. Throws
/// SandboxError.
void ask_before_forks(int socket);

/// Returns whether the program's control group counts CPU time.
inline bool counts_time(const ProgramConfig& config) {
  return (config.group_layers & layer_group_cpu) != 0;
}

/// The supervisor's side.
class TaskLimit {
 public:
  /// Makes the sockets. `tells`: adds the processes that are started to the counter of forks.
  TaskLimit(int most, bool tells);
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
  const bool tells_;
  int left_;           // how many more may be started before they are counted again
  int ends_[2];        // -1: closed
  int listener_ = -1;  // through which the kernel asks
  std::vector<char> question_;
  std::vector<char> reply_;
};

/// Starts a child process, as fork() does, in the program's control group if it has one. In the sandbox it gets its own
/// PID, mount, IPC and network namespaces, if the system allows that. Adds to `layers`, in the child and in the caller.
/// Throws SandboxError.
int fork_into_namespaces(const ProgramConfig& config, std::uint32_t& layers);

/// In PID 1 of such namespaces: mounts its own /proc and the temporary folder. Changes `layers` accordingly.
void mount_own_folders(std::uint32_t& layers);

/// Restricts the calling process, which then becomes the program. `user` is a user ID of its own, if it is root's.
/// `task_limit` leads to the supervisor's TaskLimit. Adds to `layers`. Throws SandboxError.
void confine_program(const ProgramConfig& config, uid_t user, int task_limit, std::uint32_t& layers);

}  // namespace host::supervisor

// The sandbox of a program: namespaces, and what its process does to itself before it becomes the program.
#pragma once

#include "host/isolation/supervisor_protocol.hpp"

#include <sys/types.h>

#include <cstdint>

namespace host::supervisor {

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

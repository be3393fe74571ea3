// The layers of the sandbox that are set up before the strategy's library is loaded. Its constructors are the first
// code of the strategy that runs.
#pragma once

#include "host/seat/channel.hpp"

#include <linux/filter.h>

#include <span>
#include <stdexcept>
#include <string>

namespace host::sandbox {

/// A layer can't be set up although the kernel supports it.
struct ConfinementFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Limits resources: memory, the size of the log, no core files, no further processes.
void limit_resources(const channel::Start& start, std::uint64_t shared_size);

/// Permanently drops root privileges, if the process has them. Returns whether it now runs as an ordinary user.
bool drop_root();

/// Gives up the user's terminal: the process stays in the session, but can no longer open /dev/tty.
void leave_terminal();

/// Makes the process end with the host. Must be called after drop_root(), which would undo this.
void die_with_parent(int parent);

/// Applies Landlock: the process can open only libraries, for reading, and can't inspect other processes. Returns false
/// if this kernel has no Landlock.
bool close_files();

/// Installs a filter of system calls (host/seat/filters.hpp), in addition to any installed one; a further filter can
/// only forbid more. Returns false if this kernel has no filters. Throws ConfinementFailure.
bool filter_calls(std::span<sock_filter> program);

/// Applies Landlock to a plugin that is otherwise trusted: it can't inspect, trace or, if the kernel supports this
/// restriction, signal other processes. Does nothing if this kernel has no Landlock.
void close_processes();

}  // namespace host::sandbox

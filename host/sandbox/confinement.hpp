// The layers of the sandbox that stand before the strategy's library is loaded: its constructors are its first code.
#pragma once

#include "host/seat/channel.hpp"

#include <linux/filter.h>

#include <span>
#include <stdexcept>
#include <string>

namespace host::sandbox {

/// A layer that can't be put up though the kernel has it.
struct ConfinementFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Limits of resources: memory, the log's size, no core files, no more processes.
void limit_resources(const channel::Start& start, std::uint64_t shared_size);

/// Gives up root, for good, if the process has it. Returns whether it is an ordinary user's now.
bool drop_root();

/// Gives up the terminal of whoever runs the host: it stays in the session, but has no /dev/tty any more.
void leave_terminal();

/// Dies with the host. After drop_root(), which would undo it.
void die_with_parent(int parent);

/// Applies Landlock: the process can open libraries for reading and no other file, and can't look into other processes.
/// Returns false if this kernel has no Landlock.
bool close_files();

/// Puts up a filter of system calls (host/seat/filters.hpp), after the one that is up; a further filter can only forbid
/// more. Returns false if this kernel has no filters. Throws ConfinementFailure.
bool filter_calls(std::span<sock_filter> program);

/// Landlock, for a plugin that is trusted with all else: other processes can't be looked into, traced or, where the
/// kernel knows it, signalled. Does nothing where this kernel has none.
void close_processes();

}  // namespace host::sandbox

// The sandbox of a worker. It is set up before the plugin's library is loaded, whose constructors are the plugin's
// first code that runs.
#pragma once

#include "host/isolation/channel.hpp"

#include <linux/filter.h>

#include <csignal>
#include <cstdint>
#include <span>

namespace host::sandbox {

// Answers system calls instead of the kernel, inside the handler of the signal that a filter sends.
//
// A filter sees numbers, but not the strings that pointers refer to. Some calls are harmless only for some strings.
// Others are used by honest programs but reveal too much. Both kinds always trap and are answered here. The process
// gets nothing that it could not get by the calls that the filter allows.

/// Whether workers answer trapped calls instead of the kernel. This requires that the registers of this processor's
/// system calls are known.
#if defined(__x86_64__) || defined(__aarch64__)
constexpr bool can_emulate = true;
#else
constexpr bool can_emulate = false;
#endif

/// Answers the trapped call, so that the interrupted code continues as if the kernel had answered. Returns whether it
/// did. Async-signal-safe.
bool emulated(const siginfo_t& trap, void* context);

/// Restricts the calling process, which the host has just started as a worker. `filter` is that for the time while a
/// library is loaded. `reserved_bytes` is address space that the worker's own code takes. Returns the layers that are
/// set up, bits of Layer. Throws SandboxError.
std::uint32_t confine_worker(const channel::Start& start, std::span<sock_filter> filter, std::uint64_t reserved_bytes);

// The layers by themselves, for a process that the checker of plugins forks, which is set up like a worker. All throw
// SandboxError.

/// Limits resources: memory, the size of the log, no core files, no further processes. `reserved_bytes`: see above.
void limit_worker(const channel::Start& start, std::uint64_t reserved_bytes);

/// Permanently leaves root, if the process is root's. Returns whether it now runs as an ordinary user.
bool become_nobody();

/// Lets the process open only libraries, for reading, and not inspect other processes. Returns false if this kernel has
/// no Landlock.
bool restrict_files();

/// Installs the first filter for this process (worker_filters()). Returns false if this kernel has no filters.
bool restrict_calls(std::span<sock_filter> filter);

/// Keeps the second filter at second_filter_address, for install_second_filter(). To be called before restrict_calls().
void keep_second_filter(std::span<const sock_filter> filter);

/// Installs the second filter.
void install_second_filter();

/// Restricts a plugin that is otherwise trusted: it can't inspect, trace or, if the kernel supports this restriction,
/// signal other processes.
void restrict_processes();

}  // namespace host::sandbox

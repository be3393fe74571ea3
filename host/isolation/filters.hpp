// The system calls that sandboxed processes may make. Workers may make few while their library is loaded, and fewer
// afterwards. Programs need most calls, so their filter refuses what it lists.
//
// Compiling a filter takes 0.25 ms. So the host compiles each filter once and passes the programs to its child
// processes. All functions are thread-safe and throw Failure(isolation).
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <span>
#include <vector>

namespace host {

/// A filter of system calls (seccomp) in the kernel's format, which the host passes to its child processes.
using FilterProgram = std::vector<sock_filter>;

/// The placeholder in a filter for the ID of the process that installs it. No process has this ID.
constexpr std::uint32_t unknown_process = 0x7AC0FFEE;

/// Replaces the placeholder in a filter by the process ID, both plain and as part of the ID of the process's CPU clock
/// (see clock_getcpuclockid).
inline void fill_in(std::span<sock_filter> filter, std::uint32_t process) {
  for (sock_filter& instruction : filter) {
    if (instruction.k == unknown_process) instruction.k = process;
    if (instruction.k == ~unknown_process << 3U) instruction.k = ~process << 3U;
  }
}

/// Where a worker keeps its second filter while its library is loaded: a sock_fprog, and the instructions, in memory
/// that can't be changed any more (Linux 6.10). The first filter allows no other to be installed.
constexpr std::uintptr_t second_filter_address = 0x10'0000'0000;

/// The filters of a worker. unknown_process is the placeholder for its process ID. A call that traps is answered
/// instead of the kernel (emulation.hpp), or reported to the host (crash_report.hpp).
struct WorkerFilters {
  /// Allows what the library's loader needs, and everything that is allowed later: a further filter can only forbid
  /// more.
  FilterProgram loading;
  /// Installed after `loading`. Allows a strategy to compute, answer, write to the log and, if permitted, start
  /// threads.
  FilterProgram playing;
};

/// Returns the filters for a worker with up to `threads` threads.
const WorkerFilters& worker_filters(std::uint32_t threads);

/// Returns the filter of a program. It refuses the network, other processes' memory, changes of the system, and ways
/// around the limits.
const FilterProgram& program_filter();

/// Returns the filter through which the kernel asks before a process starts a process or a thread. Empty: this kernel
/// can't ask.
const FilterProgram& fork_filter();

}  // namespace host

// A filter of system calls in the kernel's format, which the host passes to its child processes.
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <span>
#include <vector>

namespace host {

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

}  // namespace host

// The system calls that a sandboxed program may not make.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace host {

/// Returns the filter in the kernel's format, compiled once. An interpreter needs most calls, so this refuses what it
/// lists: the network, other processes' memory, changes of the system, and ways around the limits. Throws
/// Failure(isolation).
const std::vector<sock_filter>& program_filter();

}  // namespace host

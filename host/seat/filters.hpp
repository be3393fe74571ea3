// The system calls that a worker may make: few while its library is loaded, fewer afterwards.
//
// Compiling a filter takes 0.25 ms. So the host compiles each filter once and passes the programs to its workers.
#pragma once

#include "host/seat/channel.hpp"

#include <linux/filter.h>

#include <cstdint>
#include <vector>

namespace host {

/// Whether workers answer trapped calls instead of the kernel (host/sandbox/emulation.hpp). This requires that the
/// registers of this processor's system calls are known.
#if defined(__x86_64__) || defined(__aarch64__)
constexpr bool can_emulate = true;
#else
constexpr bool can_emulate = false;
#endif

/// A filter in the kernel's format. channel::unknown_process is the placeholder for the process ID.
using FilterProgram = std::vector<sock_filter>;

struct Filters {
  /// Allows what the library's loader needs, and everything that is allowed later: a further filter can only forbid
  /// more.
  FilterProgram loading;
  /// Installed after `loading`. Allows a strategy to compute, answer, write to the log and, if permitted, start
  /// threads.
  FilterProgram playing;
};

/// Returns the filters for a worker with up to `threads` threads. They are compiled once. Thread-safe. Throws
/// Failure(isolation).
const Filters& filters_for(std::uint32_t threads);

}  // namespace host

// Which system calls a worker may make: few while its library is loaded, fewer afterwards.
//
// To compile a filter takes a quarter of a millisecond, so the host does that once, and hands the programs to its
// workers.
#pragma once

#include "host/seat/channel.hpp"

#include <linux/filter.h>

#include <cstdint>
#include <vector>

namespace host {

/// Whether workers answer calls that trap in place of the kernel (host/sandbox/emulation.hpp): whether the registers of
/// this processor's system calls are known.
#if defined(__x86_64__) || defined(__aarch64__)
constexpr bool can_emulate = true;
#else
constexpr bool can_emulate = false;
#endif

/// A filter as the kernel takes it, in which channel::unknown_process stands for the process that it is for.
using FilterProgram = std::vector<sock_filter>;

struct Filters {
  /// Allows what the loader of a library takes, and all that is allowed later: a further filter can only forbid more.
  FilterProgram loading;
  /// Behind it, allows a strategy to compute, to answer, to write to the log and perhaps to start threads.
  FilterProgram playing;
};

/// Returns the filters for a worker that may have so many threads. Compiled once; thread-safe. Throws
/// Failure(isolation).
const Filters& filters_for(std::uint32_t threads);

}  // namespace host

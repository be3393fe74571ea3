// Which system calls a worker may make: few while its library is loaded, fewer afterwards.
#pragma once

#include <cstdint>

namespace host::sandbox {

/// Allows what the loader of a library takes, and all that is allowed later: a further filter can only forbid more.
/// Returns false if this kernel has no filters. Throws ConfinementFailure.
bool filter_for_loading(std::uint32_t threads);

/// After filter_for_loading(), allows a strategy to compute, to answer, to write to the log and, if `threads` is above
/// 1, to start threads. Throws ConfinementFailure.
void filter_for_playing(std::uint32_t threads);

}  // namespace host::sandbox

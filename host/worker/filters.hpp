// Which system calls a worker may make: few while its library is loaded, fewer afterwards.
#pragma once

#include <cstdint>

namespace host::worker {

/// While a library is loaded: what the loader takes, and all that is allowed later, for a filter can only forbid more
/// than those before it. False: this kernel has no filters. Throws ConfinementFailure.
bool filter_for_loading(std::uint32_t threads);

/// To think, to answer, to write to the log; with `threads` above 1, to start threads.
void filter_for_playing(std::uint32_t threads);

}  // namespace host::worker

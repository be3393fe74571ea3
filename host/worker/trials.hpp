// Does what a strategy must not, to see that it can't: for `host doctor`.
#pragma once

#include "host/seat/trial.hpp"

namespace host::worker {

/// Tries it and ends the process, leaving a hint; or the sandbox ends it.
[[noreturn]] void try_out(Trial trial);

}  // namespace host::worker

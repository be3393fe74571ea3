// Tries operations that a strategy must not be able to do: for `host doctor`.
#pragma once

#include "host/seat/trial.hpp"

namespace host::worker {

/// Tries the operation and ends the process, leaving a hint; or the sandbox ends the process.
[[noreturn]] void try_out(Trial trial);

}  // namespace host::worker

// Tries operations that a strategy must not be able to do: for `host doctor`.
#pragma once

#include <cstdint>

namespace host {

/// What a worker without a strategy tries.
enum class SandboxTrial : std::uint32_t {
  none,    // play
  layers,  // only set up the layers
  read_file,
  write_file,
  read_memory,
  signal_host,
  open_socket,
  start_process,
  start_thread,
  run_program
};

}  // namespace host

namespace host::worker {

/// Tries the operation and ends the process, leaving a hint; or the sandbox ends the process.
[[noreturn]] void try_out(SandboxTrial trial);

}  // namespace host::worker

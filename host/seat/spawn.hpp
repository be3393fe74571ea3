// Starts the worker's executable.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace host {

/// The worker's executable. Throws Failure(isolation) where there is none.
const std::filesystem::path& worker_executable();

/// What a worker is started with.
struct SpawnOrders {
  std::string title;               // its first argument, for who looks at the processes
  int memory = -1;                 // the shared memory: its descriptor 3
  int report = -1;                 // the pipe for its report: its descriptor 4
  int log = -1;                    // its descriptors 1 and 2
  std::string library{};           // a path, opened for reading as its descriptor 5; empty: that is closed
  std::string game{};              // likewise, its descriptor 6
  bool sandbox = true;             // whether it is kept from the host's environment
  std::filesystem::path folder{};  // that it begins in; empty: the host's
};

/// Starts a worker, which is this thread's child. Returns 0, or an error number if there are no means for a process.
int spawn_worker(const SpawnOrders& orders, pid_t& pid);

}  // namespace host

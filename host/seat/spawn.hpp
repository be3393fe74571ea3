// Starts the worker's executable.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace host {

/// Returns the path of the worker's executable. Throws Failure(isolation) if it does not exist.
const std::filesystem::path& worker_executable();

/// Returns the environment of a worker. With the sandbox, it contains only what the loader needs: no secrets, and
/// nothing that would make a match depend on the user who runs it.
std::vector<std::string> worker_environment(bool sandbox);

/// The arguments for starting a worker.
struct SpawnOrders {
  std::string title;      // its first argument, shown in process lists
  int memory = -1;        // the shared memory: descriptor 3 in the worker
  int report = -1;        // the pipe for its report: descriptor 4
  int log = -1;           // descriptors 1 and 2
  std::string library{};  // a path, opened for reading as descriptor 5; empty: closed
  std::string game{};     // likewise, for descriptor 6
  bool sandbox = true;    // whether the host's environment is withheld
};

/// Starts a worker as a child of this thread. Returns 0, or an error number if the system lacks resources for a
/// process.
int spawn_worker(const SpawnOrders& orders, pid_t& pid);

}  // namespace host

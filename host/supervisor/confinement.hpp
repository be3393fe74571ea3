// The sandbox of a program: what its process does to itself before it becomes the program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace host::supervisor {

/// What the supervisor's arguments say.
struct Orders {
  bool sandbox = true;
  std::int64_t memory_bytes = 0;
  std::uint32_t user = 0;             // of its own, if the supervisor is root's
  std::vector<std::string> files;     // the program must be able to read them
  std::vector<std::string> readable;  // files and folders
  std::vector<char*> words;           // what to run; ends with NULL
};

/// A layer that this system has, and that can't be put up. errno says why.
struct Unclosed {
  const char* layer;
};

/// Starts a process, as fork() does, in a view of the system that has only its own processes, mounts and network. If
/// the system does not allow that, it is an ordinary child. `layers` gets the layers in the child, and in the caller.
/// Returns -1 if no process can be started.
int fork_apart(bool sandbox, std::uint32_t& layers);

/// In the first process of such a view: mounts the process's own list of processes, and the temporary folder. Adds to
/// `layers`.
void mount_own_folders(std::uint32_t& layers);

/// Confines the calling process, which then becomes the program. `task_limit` leads to the supervisor's TaskLimit. Adds
/// to `layers`. Throws Unclosed.
void confine(const Orders& orders, int task_limit, std::uint32_t& layers);

}  // namespace host::supervisor

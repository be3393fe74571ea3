// What the host and the supervisor of a program tell each other. The supervisor is a small process between the two: it
// puts up the sandbox, starts the program, and ends everything that the program has started.
//
// The host starts the supervisor with the program's pipes as descriptors 0 and 1, the log as 2, a socket as 3 and, with
// the sandbox, a filter of system calls as 4. The supervisor ends the program when the socket's other end is shut down
// or closed, which also happens when the host dies. Its arguments: the level, the memory limit in bytes, the number of
// files that it must be able to read, these, the number of readable files and folders, these, and the program's words.
#pragma once

#include <unistd.h>

#include <cstdint>

namespace host::supervisor {

constexpr int control_descriptor = 3;
constexpr int filter_descriptor = 4;

/// What the sandbox of a program consists of, as bits.
enum Layer : std::uint32_t {
  layer_limits = 1,      // resource limits
  layer_user = 2,        // not root
  layer_landlock = 4,    // files: the system's and its own for reading
  layer_seccomp = 8,     // no sockets, no inspection of processes, no changes of the system
  layer_processes = 16,  // sees and reaches only its own processes
  layer_folder = 32,     // a private temporary folder of limited size
  layer_network = 64     // no network, not even the machine's own
};

/// The private temporary folder: a file system in memory, mounted where every system has a folder for shared memory.
constexpr const char* temporary_folder = "/dev/shm";
constexpr std::int64_t temporary_bytes = 64 << 20;

/// Returns the most processes and threads that a program may have at a time: those of an interpreter, whose number
/// often grows with the cores.
inline int most_tasks() {
  return 64 + 4 * static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
}

/// From how many on the kernel refuses more: a few more than the host allows, so that the host can tell.
inline int refused_tasks() {
  return most_tasks() + 8;
}

/// As root, the supervisor gives each program a user of its own, which no other process has: this number plus its own.
constexpr std::uint32_t first_user = 0x7A000000;

/// A message to the host, one packet.
struct Report {
  enum Kind : std::uint32_t {
    starts,      // from the program's process, just before it becomes the program; the kernel adds its number
    not_run,     // likewise: `number` is why the kernel refuses to run it
    not_closed,  // likewise: a layer that exists can't be put up; `text` and `number` say why
    ended,       // the program has ended: `exited` and `number`, the status or the signal
    gone         // nothing of it is left; `cpu_ns` is what all its processes have used
  };
  std::uint32_t kind = starts;
  std::uint32_t layers = 0;
  std::int32_t exited = 0;
  std::int32_t number = 0;
  std::int64_t cpu_ns = 0;
  char text[64] = {};
};

}  // namespace host::supervisor

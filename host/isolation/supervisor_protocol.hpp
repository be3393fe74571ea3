// What the host and the supervisor of a program tell each other. The supervisor is a small process between the two: it
// sets up the sandbox, starts the program, and ends everything that the program has started.
//
// The host starts the supervisor with the program's pipes as descriptors 0 and 1, the log as 2, a socket as 3, the
// filter that asks before forks as 4, the counter of forks as 5, with the sandbox the filter of the program's system
// calls as 6, and the folder of the program's control group, if it has one, as 7. The supervisor ends the program when
// the socket's other end is shut down or closed, which also happens when the host dies. Its arguments are a
// ProgramConfig.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace host {

/// How a program is run.
struct ProgramConfig {
  std::vector<std::string> words;
  std::vector<std::filesystem::path> files;     // the program must be able to read them
  std::vector<std::filesystem::path> readable;  // files and folders that the sandbox lets it read
  bool sandbox = true;
  std::int64_t memory_bytes = 0;   // 0: no limit
  std::uint32_t group_layers = 0;  // of the control group that it runs in; 0: in none
  // The supervisor inherits these from the host.
  std::filesystem::path folder{};  // its current folder; empty: the host's
  std::string commands{};          // in the sandbox, the first folder of PATH; empty: none beside the system's
};

}  // namespace host

namespace host::supervisor {

constexpr int control_descriptor = 3;
constexpr int fork_filter_descriptor = 4;
constexpr int fork_count_descriptor = 5;
constexpr int filter_descriptor = 6;
constexpr int group_descriptor = 7;

/// What the supervisor adds to the counter of forks if the kernel does not ask it. An eventfd, to which it otherwise
/// adds one before each process (not thread) of the program.
constexpr std::uint64_t uncounted_forks = std::uint64_t{1} << 40U;

/// The first argument of a supervisor's executable that is to be a relay. The others are the name of the socket, and
/// the seat.
constexpr const char* relay_word = "relay";

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

/// As root, the supervisor gives each program a user of its own: this number plus the supervisor's process ID.
constexpr std::uint32_t first_user = 0x7A000000;

/// Returns the supervisor's arguments, without its name.
std::vector<std::string> arguments_of(const ProgramConfig& config);

/// Returns what arguments_of() has written. Throws std::exception for other arguments.
ProgramConfig config_of(const std::vector<std::string>& arguments);

/// A message to the host, one packet.
struct Report {
  enum Kind : std::uint32_t {
    starts,      // from the program's process, just before it becomes the program; the kernel adds its number
    not_run,     // likewise: `number` is why the kernel refuses to run it
    not_closed,  // likewise: a layer that exists can't be set up; `text` says why
    ended,       // the program has ended: `exited` and `number`, the status or the signal
    gone         // nothing of it is left; `cpu_ns` is what all its processes have used
  };
  std::uint32_t kind = starts;
  std::uint32_t layers = 0;
  std::int32_t exited = 0;
  std::int32_t number = 0;
  std::int64_t cpu_ns = 0;
  char text[128] = {};
};

}  // namespace host::supervisor

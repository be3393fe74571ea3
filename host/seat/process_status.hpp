// What the kernel says about another process: its memory, and how long it has waited for a core.
#pragma once

#include "host/descriptor.hpp"

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace host {

/// Opens a file of /proc/<pid>. Not open: there is none, or this user may not. Later reads are as cheap as can be.
Descriptor open_of_process(pid_t process, const std::string& file, int flags);

/// Reads `status`, which is the process's /proc/<pid>/status, open for reading. Returns the peak of the process's own
/// memory since it started, or since forget_peak(), KiB; 0 if it is unknown. This counts the same memory as
/// ProcessMemory::held_bytes, to which the limit of memory applies.
std::int64_t peak_kib(int status);

/// Starts a new peak: the memory that the process holds now. `clear_refs` is the process's file of that name, open for
/// writing.
void forget_peak(int clear_refs);

/// A process's memory, bytes.
struct ProcessMemory {
  std::int64_t data_bytes = 0;   // its own data, touched or not
  std::int64_t held_bytes = 0;   // its own and touched, of all kinds: data, stack, memory that became read-only
  std::int64_t files_bytes = 0;  // touched, but not its own: files, libraries, shared memory
};

/// Reads `statm`, which is the process's /proc/<pid>/statm, open for reading. If the process has ended, all are 0.
ProcessMemory memory_of(int statm);

/// Returns how long the process has been ready to run without a core, nanoseconds: the time of the one of its present
/// threads that has waited longest. It waits for other processes, or for other threads of its own. 0 if it is unknown.
std::int64_t queued_ns(pid_t process);

}  // namespace host

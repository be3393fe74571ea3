// What the kernel tells of another process: its memory, and how long it has waited for a core.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace host {

/// The most memory of its own that the process has held at a time, KiB, or since forget_peak(); 0 if it can't be told.
/// It is what ProcessMemory::held_bytes counts, and what a limit of memory is about.
std::int64_t peak_kib(pid_t process);

/// From now on the most is counted anew.
void forget_peak(pid_t process);

/// A process's memory of its own, without that of files, libraries and memory that it shares.
struct ProcessMemory {
  std::int64_t data_bytes = 0;   // its data, whether it has touched it or not
  std::int64_t held_bytes = 0;   // what it has touched, of all kinds: data, stack, what it can't write any more
  std::int64_t files_bytes = 0;  // beside that: what it has touched of files, libraries and memory that it shares
};

/// `statm` is the process's /proc/<pid>/statm, open for reading. All 0 if it has ended.
ProcessMemory memory_of(int statm);

/// How long the process was ready to run and other processes had the cores, nanoseconds: that of the thread which
/// waited longest. 0 where the kernel does not tell.
std::int64_t queued_ns(pid_t process);

}  // namespace host

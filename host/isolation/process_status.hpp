// Files of the kernel, and what they tell of another process: its memory, and how long it has waited for a core.
#pragma once

#include "host/util/descriptor.hpp"

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace host {

/// Reads a small file of /proc or of a control group. Returns what fits into 8 KiB; "" if it can't be read.
std::string read_small_file(const std::string& path);

/// Writes to a file of /proc or of a control group. Returns false, with the reason in errno, if the kernel refuses.
bool write_small_file(const std::string& path, const std::string& text);

/// Returns the number behind the first occurrence of `key`; 0 if there is none. An empty key occurs at the beginning.
std::int64_t number_after(std::string_view key, std::string_view text);

/// Opens a file of /proc/<pid>. The descriptor is not open if the file does not exist or this user may not read it.
/// Later reads avoid the cost of opening the file.
Descriptor open_of_process(pid_t process, const std::string& file, int flags);

/// Resets the peak to the memory that the process currently holds. `clear_refs` is the process's file of that name,
/// open for writing.
void forget_peak(int clear_refs);

/// A process's memory, bytes.
struct ProcessMemory {
  std::int64_t data_bytes = 0;   // private data, touched or not
  std::int64_t held_bytes = 0;   // private and touched, of all kinds: data, stack, memory that became read-only
  std::int64_t files_bytes = 0;  // touched, but not private: files, libraries, shared memory
};

/// Reads `statm`, which is the process's /proc/<pid>/statm, open for reading. If the process has ended, all values are
/// 0.
ProcessMemory memory_of(int statm);

/// Reads `status`, which is the process's /proc/<pid>/status, open for reading; takes longer. If the process has ended,
/// all values are 0. `peak_bytes` is the maximum of held_bytes since the process started, or since forget_peak().
ProcessMemory memory_with_peak(int status, std::int64_t& peak_bytes);

/// Returns how long the process has been ready to run without a core, nanoseconds: the maximum over its current
/// threads. It may have waited for other processes or for its own threads. Returns 0 if the time is unknown.
std::int64_t queued_ns(pid_t process);

}  // namespace host

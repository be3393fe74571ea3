// Files of the kernel, and what they tell of another process: its memory, and how long it has waited for a core.
#pragma once

#include "host/util/descriptor.hpp"

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace host {

/// Reads a small file of /proc or of a control group. Returns at most 1 MiB; "" if it can't be read.
std::string read_small_file(const std::string& path);

/// Writes to a file of /proc or of a control group. Returns false, with the reason in errno, if the kernel refuses.
bool write_small_file(const std::string& path, const std::string& text);

/// Returns what follows `key` in the first line that begins with it, and blanks: files of /proc also hold the names of
/// processes, which these choose. Nothing: no line begins with this key.
std::optional<std::string_view> value_of(std::string_view key, std::string_view text);

/// Returns the number with which a text begins; 0 if that is none, or below 0.
std::int64_t number_in(std::string_view text);

/// Returns the number in value_of(); 0 if there is none.
std::int64_t number_of(std::string_view key, std::string_view text);

/// Opens a file of /proc/<pid>. The descriptor is not open if the file does not exist or this user may not read it.
/// Later reads avoid the cost of opening the file.
Descriptor open_of_process(pid_t process, const std::string& file, int flags);

/// Resets the peak to the memory that the process currently holds. `clear_refs` is the process's file of that name,
/// open for writing.
void forget_peak(int clear_refs);

/// A process's memory, bytes.
struct ProcessMemory {
  std::int64_t data_bytes = 0;    // private data, touched or not
  std::int64_t held_bytes = 0;    // private and touched, of all kinds: data, stack, memory that became read-only or was
                                  // swapped out; and the tables of pages of all memory
  std::int64_t peak_bytes = 0;    // maximum of held_bytes since the process started, or since forget_peak()
  std::int64_t files_bytes = 0;   // touched pages of files and libraries, not private
  std::int64_t shared_bytes = 0;  // touched shared memory
};

/// Returns how large the tables of pages of so much memory are, if it is in few pieces.
constexpr std::int64_t tables_for(std::int64_t memory_bytes) {
  constexpr std::int64_t mapped_by_a_byte = 512;
  return memory_bytes / mapped_by_a_byte;
}

/// Reads `status`, which is the /proc/<process>/status of a process, open for reading; takes 5 us. If the process has
/// ended, all values are 0.
ProcessMemory memory_of(pid_t process, int status);

/// How long threads have been ready to run without a core, nanoseconds. They may have waited for others of the same
/// process.
using QueuedThreads = std::map<pid_t, std::int64_t>;

/// Adds the current threads of a process, as far as the kernel tells.
void add_queued(pid_t process, QueuedThreads& threads);

/// Returns on how many cores a process may run; at least 1.
int cores_of(pid_t process);

}  // namespace host

// Files of the kernel, and what they tell of another process: its memory, and how long it has waited for a core.
#pragma once

#include "host/util/descriptor.hpp"

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <optional>
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

// The limit of the time by the clock that one match may take.

/// Returns whether a match that has taken `wall_ns` is over its limit (0: no limit). During `queued_ns` of that time
/// the process was ready to run but had no core. On a busy machine, this time does not count. But a strategy can cause
/// such waits itself: by yielding while others compute, or by its own competing threads. So 10 times the limit is
/// always too much.
inline bool over_wall_time(std::int64_t limit_ns, std::int64_t wall_ns, std::int64_t queued_ns) {
  constexpr std::int64_t most_limits = 10;
  if (limit_ns == 0 || wall_ns <= limit_ns) return false;
  return wall_ns - queued_ns > limit_ns || wall_ns / most_limits >= limit_ns;
}

class WallLimit {
 public:
  /// Begins a match. A limit of 0 means none.
  void begin(std::int64_t limit_ns) {
    limit_ns_ = limit_ns;
    queued_before_ns_.reset();
  }

  /// Returns the limit. Thread-safe.
  [[nodiscard]] std::int64_t limit_ns() const { return limit_ns_; }

  /// Returns whether a match of `process` (0: unknown) that has taken `wall_ns` is over the limit. Must be called from
  /// time to time. Measures the time without a core only in the second half of the limit: most matches end before that,
  /// and measuring costs time.
  bool passed(std::int64_t wall_ns, pid_t process) {
    const std::int64_t limit = limit_ns_;
    if (limit == 0 || wall_ns <= limit / 2) return false;
    const std::int64_t queued = queued_ns(process);
    if (!queued_before_ns_) queued_before_ns_ = queued;
    return over_wall_time(limit, wall_ns, queued - *queued_before_ns_);
  }

 private:
  std::atomic<std::int64_t> limit_ns_ = 0;
  std::optional<std::int64_t> queued_before_ns_;  // queued_ns() after half of the limit
};

}  // namespace host

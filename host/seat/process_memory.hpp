// What memory another process has, as the kernel tells it.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace host {

/// The most memory that the process has had at a time, KiB, or since forget_peak(); 0 if it can't be told.
std::int64_t peak_kib(pid_t process);

/// From now on the most is counted anew.
void forget_peak(pid_t process);

/// Memory of its own that the process has, its data, bytes. `statm` is its /proc/<pid>/statm, open for reading.
std::int64_t data_bytes(int statm);

}  // namespace host

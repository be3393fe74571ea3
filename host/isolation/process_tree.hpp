// All processes that descend from one, and what they use.
#pragma once

#include "host/isolation/process_status.hpp"

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// What a tree of processes uses now.
struct TreeUse {
  std::int64_t cpu_ns = 0;      // of those that live, and of those that have ended and were waited for
  std::int64_t held_bytes = 0;  // memory of their own, mapped shared memory, and page tables
  int tasks = 0;                // processes and threads
  int processes = 0;            // that may have waited for others
  // What the number of those that have ended has grown by is what this grows by. Nothing: unknown. Use of them that is
  // below a tick may be missing in cpu_ns, of each process that has waited for them.
  std::optional<std::int64_t> ended = 0;
  bool runs = false;  // whether any is ready to run, or has ended and its parent has to notice
};

/// Returns the most CPU time that may be missing in `now`, nanoseconds, of what was used since `before`, but for a part
/// that a match has free: 80 ms, and less than 20 ms more if the root waits for orphans.
std::int64_t untold_ns(const TreeUse& before, const TreeUse& now);

/// Returns the living descendants of `root`, without itself. Reads the parents of all processes of the system, about
/// 4 us for each.
std::vector<pid_t> descendants(pid_t root);

/// Measures the descendants of `root`, about 15 us for each where the kernel lists a process's children. The time of
/// those that have ended is counted in steps of 10 ms, for each process that has waited for them. `ended` counts from a
/// number that grows by one with each process that is started.
TreeUse use_of_descendants(pid_t root);

/// Returns how long the threads of the descendants of `root` have been ready to run without a core.
QueuedThreads queued_below(pid_t root);

/// Returns the number of processes and threads below `root`. Counts those that have ended and whose parent has not
/// noticed it. Misses none, so it takes as long as descendants().
int tasks_below(pid_t root);

/// Returns the number of processes and threads of a user in the whole system, as far as /proc shows them.
int tasks_of_user(uid_t user);

/// Ends all processes of a control group. Must be called again while any is left.
void kill_group(const std::string& folder);

}  // namespace host

// The layers of which a sandbox consists.
#pragma once

#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace host {

/// The layers, as bits. Workers have the first four, and the last one where the kernel has it.
enum Layer : std::uint32_t {
  layer_limits = 1,      // resource limits
  layer_user = 2,        // not root
  layer_landlock = 4,    // workers: only libraries, no other processes; programs: the system's and its own files
  layer_seccomp = 8,     // workers: few system calls; programs: no sockets, no changes of the system
  layer_processes = 16,  // sees and reaches only its own processes
  layer_folder = 32,     // a private temporary folder of limited size
  layer_network = 64,    // no network, not even the machine's own
  // A control group, in which the kernel counts for all processes together, also for those that have ended:
  layer_group_cpu = 128,
  layer_group_end = 256,  // and which it ends at once
  layer_group_tasks = 512,
  layer_group_memory = 1024,
  layer_core = 2048  // no other process runs at the same time on another hardware thread of the same core
};

/// All layers of a worker.
constexpr std::uint32_t layers_of_workers = layer_limits | layer_user | layer_landlock | layer_seccomp;

/// Returns the kernel's Landlock version; 0 if it has none.
inline int landlock_version() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return static_cast<int>(std::max(version, 0L));
}

/// Returns whether this kernel can filter system calls.
inline bool has_seccomp() {
  const std::uint32_t action = SECCOMP_RET_TRAP;
  return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

/// Keeps all other processes off the other hardware threads of a core while this process or one that it starts runs
/// there (core scheduling). Returns false if this kernel can't, or each core has only one.
inline bool keep_cores_apart() {
  constexpr int whole_process = 1;  // PR_SCHED_CORE_SCOPE_THREAD_GROUP, which some headers lack
  return ::prctl(PR_SCHED_CORE, PR_SCHED_CORE_CREATE, 0, whole_process, 0) == 0;
}

/// A layer of the sandbox of programs, for people.
struct LayerDescription {
  Layer layer;
  const char* name;     // "Landlock"
  const char* key;      // in JSON
  const char* without;  // the consequence of its absence
};
inline constexpr LayerDescription program_layers[] = {
    {layer_landlock, "Landlock", "landlock", "programs can read and write this user's files"},
    {layer_seccomp, "seccomp filters", "seccomp", "programs can make any system call, as this user"},
    {layer_processes, "own processes", "own_processes",
     "programs may signal other processes of this user, and /proc is closed to them"},
    {layer_network, "own network", "own_network", "seccomp alone keeps programs off the network"},
    {layer_folder, "temporary folder", "temporary_folder", "programs can write nowhere"},
    {layer_group_cpu, "group: CPU time", "group_cpu", "the host adds up processes; handlers of SIGCHLD are not called"},
    {layer_group_memory, "group: memory", "group_memory",
     "the host adds up processes every 50 ms; shared memory without a file is refused"},
    {layer_group_tasks, "group: processes", "group_tasks", "the kernel counts those of a user, or asks before each"},
    {layer_group_end, "group: end", "group_end", "the end of a namespace, or of each process by itself"}};

}  // namespace host

// How far a strategy is kept away from the host, and under which limits it runs there.
#pragma once

#include "host/session/match_log.hpp"

#include <sched.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace host {

enum class Level {
  none,     // in the host's own process
  process,  // in a process of its own, without filters: for profilers
  sandbox   // in a process of its own that can do little but think
};

struct Isolation {
  Level level = Level::sandbox;
  bool strict = false;  // refuse to play where a layer of the sandbox is missing

  /// "sandbox", "process", "none", "sandbox,strict". Throws Failure(usage).
  static Isolation parse(const std::string& text);
};

/// How a worker is kept; what it may use is in agon_limits.
struct WorkerOptions {
  bool sandbox = true;
  std::int64_t log_bytes = match_log_capacity;  // of its output in a match
  bool fresh = false;                           // a new process for each match
};

/// The sandbox's layers, as bits of channel::Report::layers.
enum Layer : std::uint32_t {
  layer_limits = 1,    // resource limits
  layer_user = 2,      // not root
  layer_landlock = 4,  // no file but libraries, no other process
  layer_seccomp = 8    // few system calls
};

/// What this machine lacks of the sandbox: a sentence for each missing layer, empty where it has all.
std::vector<std::string> missing_layers();

/// Whether this host can sandbox at all: one that is built with sanitizers can't, and lets strategies run as at the
/// level `process`, without a limit of memory.
bool can_sandbox();

/// The Landlock version of this kernel, 0 where it has none.
int landlock_version();

/// Whether this kernel filters system calls.
bool has_seccomp();

/// Where the threads that play, and the workers that they start, are kept: a host's thread and its workers take turns,
/// and hand over fastest on one core.
struct Pin {
  bool on = true;
  std::optional<int> core;  // that one; nothing: for one job the core it is on, for several each another one

  /// "auto", "off" or the number of a core. Throws Failure(usage) for anything else, or if this process may not use
  /// that core.
  static Pin parse(const std::string& text);
};

/// Keeps the calling thread, which plays as job number `job` of `jobs`, where `pin` says; at its end, which must be in
/// the same thread, that may run where it did before.
class Pinned {
 public:
  Pinned(const Pin& pin, std::size_t job, std::size_t jobs);
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  ~Pinned();

 private:
  std::optional<cpu_set_t> before_;  // nothing: it was not pinned
};

/// The cores that this process may use, ascending.
std::vector<int> usable_cores();

}  // namespace host

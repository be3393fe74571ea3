// The isolation of a strategy from the host: its level, the cores on which it runs, and trials of the sandbox.
#pragma once

#include "host/isolation/worker_trials.hpp"
#include "host/util/descriptor.hpp"

#include <sched.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace host {

enum class Level {
  none,     // in the host's process
  process,  // in a separate process without filters: for profilers
  sandbox   // in a separate process, restricted to computing
};

struct Isolation {
  Level level = Level::sandbox;
  bool strict = false;  // refuse to play if a layer of the sandbox is missing

  /// Parses "sandbox", "process", "none" or "sandbox,strict". Throws Failure(usage).
  static Isolation parse(const std::string& text);
};

/// Those whom a sandbox confines: strategies in workers, and programs.
enum class Confined { strategies, programs };

/// Returns a sentence for each layer of their sandbox that this machine lacks; empty if it has all. Throws
/// Failure(isolation) if a layer that this system has can't be put up.
std::vector<std::string> missing_layers(Confined who);

/// Returns whether this host can sandbox strategies. A host built with sanitizers can't: it runs strategies at the
/// level `process`, without a memory limit.
bool can_sandbox();

/// The cores for the threads that play and for their workers. A host's thread and its workers take turns, and the
/// handover is fastest on one core.
struct Pin {
  bool on = true;
  std::optional<int> core;  // the core to use; nothing: a different one for each job of this and of other runs

  /// Parses "auto", "off" or the number of a core. Throws Failure(usage) for anything else, or if this process may not
  /// use that core.
  static Pin parse(const std::string& text);
};

/// A core, and the lock by which other processes see that it is taken. Not locked: all cores were taken.
struct TakenCore {
  int core = 0;
  Descriptor lock{};
};

/// Takes the first of `cores` that no process has taken, from number `first` on; if all are taken, shares that one.
/// `folder` has a folder "cpu<core>" for each, whose lock tells. The system's own leaves nothing behind.
TakenCore take_core(const std::vector<int>& cores, std::size_t first,
                    const std::filesystem::path& folder = "/sys/devices/system/cpu");

/// Pins the calling thread, which plays as job number `job` of `jobs`, to the core that `pin` selects. The destructor
/// restores the thread's previous cores. It must run in the same thread.
class Pinned {
 public:
  Pinned(const Pin& pin, std::size_t job, std::size_t jobs);
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  ~Pinned();

 private:
  std::optional<cpu_set_t> before_;  // nothing: the thread was not pinned
  TakenCore taken_;
};

/// How the strategies of a run are isolated. Their resource limits are in agon_limits.
struct SandboxPolicy {
  Level level = Level::sandbox;
  bool fresh = false;    // a new process for each match; not at the level `none`
  std::string trace{};   // file for the lines of programs (Trace); empty: none
  std::string player{};  // the name in it; empty: the program's
  Pin pin{};
};

/// Returns the cores that this process may use, ascending.
std::vector<int> usable_cores();

// Tests what the sandbox must refuse: `host doctor` starts a worker without a strategy for each trial.

/// Returns the name of the forbidden operation, as in "read files".
std::string trial_name(SandboxTrial trial);

/// The phase of a worker's life in which the operation is tried.
enum class Stage { loading, playing };

/// Returns whether a worker is refused the operation, with or without the sandbox; nothing if the worker ended in an
/// unexpected way. Throws Failure(isolation) if the sandbox can't be set up.
std::optional<bool> refused(SandboxTrial trial, Stage stage, bool sandbox = true);

struct TrialResult {
  SandboxTrial trial = SandboxTrial::none;
  // See refused().
  std::optional<bool> while_loading;
  std::optional<bool> while_playing;
};

/// Runs all trials in the sandbox that strategies get. Throws Failure(isolation) if no sandbox is possible.
std::vector<TrialResult> try_sandbox();

/// Returns the layers that a worker can set up here; bits of Layer.
std::uint32_t layers_of_sandbox();

}  // namespace host

#include "host/seat/isolation.hpp"

#include "host/isolation/layers.hpp"
#include "host/isolation/program_process.hpp"
#include "host/seat/watchdog.hpp"
#include "host/seat/worker_process.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <utility>

namespace host {

Isolation Isolation::parse(const std::string& text) {
  const std::vector<std::string> words = {"sandbox", "sandbox,strict", "process", "none"};
  if (text == "sandbox") return {};
  if (text == "sandbox,strict") return {Level::sandbox, true};
  if (text == "process") return {Level::process, false};
  if (text == "none") return {Level::none, false};
  throw Failure(Exit::usage, "--isolation " + text + ": it takes " + join(words, " | ") + did_you_mean(text, words));
}

namespace {

/// Finds out without a trial what it can, which is quick.
std::uint32_t layers_for_strategies() {
  std::uint32_t layers = layer_user;
  if (has_seccomp()) layers |= layer_seccomp;
  if (landlock_version() > 0) layers |= layer_landlock;
  // Some containers have only one user. Only a trial worker can find this out.
  if (can_sandbox() && ::geteuid() == 0) layers = (layers & ~layer_user) | (layers_of_sandbox() & layer_user);
  return layers;
}

}  // namespace

std::vector<std::string> missing_layers(Confined who) {
  const bool programs = who == Confined::programs;
  const std::uint32_t layers = programs ? layers_of_programs() : layers_for_strategies();
  const std::string name = programs ? "programs" : "strategies";
  const bool filtered = (layers & layer_seccomp) != 0;
  std::vector<std::string> missing;
  if (!filtered)
    missing.push_back("this kernel has no seccomp filters: " + name + " can make any system call, as this user");
  if ((layers & layer_landlock) == 0)
    missing.push_back("this kernel has no Landlock: " +
                      (programs ? "programs can read and write this user's files"
                                : "while it is loaded, a strategy can read this user's files" +
                                      std::string(filtered ? "" : ", and other processes' memory")));
  if ((layers & layer_user) == 0)
    missing.push_back("this system does not let root become another user: " + name + " run as root" +
                      (programs ? ", without its rights" : ""));
  if (!programs) return missing;
  // One cause takes all three: user namespaces are missing.
  std::vector<std::string> own;
  for (const auto& [layer, what] : {std::pair(layer_processes, "processes"), std::pair(layer_network, "network"),
                                    std::pair(layer_folder, "temporary folder")}) {
    if ((layers & layer) == 0) own.emplace_back(what);
  }
  if (!own.empty()) missing.push_back("this system gives programs no " + join(own, ", no ") + " of their own");
  return missing;
}

bool can_sandbox() {
#ifdef AGON_SANITIZED
  return false;
#else
  return true;
#endif
}

namespace {

cpu_set_t affinity() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  ::sched_getaffinity(0, sizeof allowed, &allowed);
  return allowed;
}

}  // namespace

std::vector<int> usable_cores() {
  const cpu_set_t allowed = affinity();
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &allowed)) cores.push_back(core);
  }
  return cores;
}

Pin Pin::parse(const std::string& text) {
  if (text == "auto") return {};
  if (text == "off") return {false, std::nullopt};
  const auto core = whole_number<int>(text);
  const std::vector<int> cores = usable_cores();
  if (core && std::count(cores.begin(), cores.end(), *core) != 0) return {true, core};
  std::vector<std::string> words = {"auto", "off"};
  for (const int usable : cores) words.push_back(std::to_string(usable));
  throw Failure(Exit::usage, "--pin " + text + ": it takes " + join(words, " | ") +
                                 ", the last being the cores that this process may use");
}

TakenCore take_core(const std::vector<int>& cores, std::size_t first, const std::filesystem::path& folder) {
  for (std::size_t each = 0; each < cores.size(); ++each) {
    const int core = cores[(first + each) % cores.size()];
    const std::filesystem::path place = folder / ("cpu" + std::to_string(core));
    Descriptor lock(::open(place.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (lock.is_open() && ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0) return {core, std::move(lock)};
  }
  return {cores.at(first % cores.size())};
}

Pinned::Pinned(const Pin& pin, std::size_t job, std::size_t jobs) {
  if (!pin.on) return;
  Watchdog::instance();  // the watchdog's thread must not be pinned
  before_ = affinity();
  const std::vector<int> cores = usable_cores();
  if (pin.core) {
    taken_ = take_core({*pin.core}, 0);
  } else {
    const auto current = static_cast<std::size_t>(std::ranges::find(cores, ::sched_getcpu()) - cores.begin());
    taken_ = take_core(cores, jobs == 1 ? current : job);
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(taken_.core), &one);
  ::sched_setaffinity(0, sizeof one, &one);
}

Pinned::~Pinned() {
  if (before_) ::sched_setaffinity(0, sizeof *before_, &*before_);
}

namespace {

constexpr std::int64_t patience_ns = 10'000'000'000;

/// Runs a worker without a library until it exits.
std::uint32_t run(SandboxTrial trial, Stage stage, bool sandbox, ExitReport& report) {
  WorkerSpec spec;
  spec.level = sandbox ? Level::sandbox : Level::process;
  spec.task.strategy = trial_name(trial);
  spec.task.game = "trial";
  spec.start.memory_bytes = 64 << 20;
  spec.start.trial = static_cast<std::uint32_t>(trial);
  spec.start.trial_while_loading = stage == Stage::loading ? 1 : 0;
  WorkerProcess worker(std::move(spec));
  agon_limits limits{};
  limits.wall_ns = patience_ns;
  worker.begin(limits, nullptr);
  static_cast<void>(worker.start());
  worker.wait_for_end();
  report = worker.exit_report();
  if (report.worker.hint == channel::Hint::library)
    throw Failure(Exit::internal, report.worker.text);  // from the second filter: no library was loaded
  return worker.layers();
}

}  // namespace

std::string trial_name(SandboxTrial trial) {
  constexpr std::array names = {"play",
                                "put up layers",
                                "read other files",
                                "write files",
                                "read other programs' memory",
                                "signal the host",
                                "open a socket",
                                "start a process",
                                "start a thread",
                                "run a program"};
  static_assert(names.size() == static_cast<std::size_t>(SandboxTrial::run_program) + 1);
  return names.at(static_cast<std::size_t>(trial));
}

std::optional<bool> refused(SandboxTrial trial, Stage stage, bool sandbox) {
  ExitReport report;
  run(trial, stage, sandbox, report);
  // A worker that tries to start a thread has its signals blocked and can't report the system call.
  if (!report.exited) return report.status == SIGSYS ? std::optional(true) : std::nullopt;
  if (report.worker.hint == channel::Hint::forbidden || report.worker.hint == channel::Hint::refused) return true;
  if (report.worker.hint == channel::Hint::succeeded) return false;
  return std::nullopt;
}

std::vector<TrialResult> try_sandbox() {
  std::vector<TrialResult> results;
  for (auto number = static_cast<std::uint32_t>(SandboxTrial::read_file);
       number <= static_cast<std::uint32_t>(SandboxTrial::run_program); ++number) {
    const auto trial = static_cast<SandboxTrial>(number);
    results.push_back({trial, refused(trial, Stage::loading), refused(trial, Stage::playing)});
  }
  return results;
}

std::uint32_t layers_of_sandbox() {
  ExitReport report;
  return run(SandboxTrial::layers, Stage::playing, true, report);
}

}  // namespace host

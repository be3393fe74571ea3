#include "host/seat/trial.hpp"

#include "host/seat/worker_process.hpp"
#include "host/util/failure.hpp"

#include <array>
#include <csignal>
#include <utility>

namespace host {

namespace {

constexpr std::int64_t patience_ns = 10'000'000'000;

/// Runs a worker without a library until it exits.
std::uint32_t run(Trial trial, Stage stage, bool sandbox, ExitReport& report) {
  WorkerSpec spec;
  spec.strategy = trial_name(trial);
  spec.game = "trial";
  spec.start.memory_bytes = 64 << 20;
  spec.start.trial = static_cast<std::uint32_t>(trial);
  spec.start.trial_while_loading = stage == Stage::loading ? 1 : 0;
  spec.options.sandbox = sandbox;
  WorkerProcess worker(std::move(spec));
  agon_limits limits{};
  limits.wall_ns = patience_ns;
  worker.begin(limits, nullptr);
  static_cast<void>(worker.start());
  worker.wait_for_end();
  report = worker.exit_report();
  if (report.worker.hint == channel::Hint::library)
    throw Failure(Exit::isolation, report.worker.text);  // from the second filter: no library was loaded
  return worker.layers();
}

}  // namespace

std::string trial_name(Trial trial) {
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
  static_assert(names.size() == static_cast<std::size_t>(Trial::run_program) + 1);
  return names.at(static_cast<std::size_t>(trial));
}

std::optional<bool> refused(Trial trial, Stage stage, bool sandbox) {
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
  for (auto number = static_cast<std::uint32_t>(Trial::read_file);
       number <= static_cast<std::uint32_t>(Trial::run_program); ++number) {
    const auto trial = static_cast<Trial>(number);
    results.push_back({trial, refused(trial, Stage::loading), refused(trial, Stage::playing)});
  }
  return results;
}

std::uint32_t layers_of_sandbox() {
  ExitReport report;
  return run(Trial::layers, Stage::playing, true, report);
}

}  // namespace host

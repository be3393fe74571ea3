#include "host/tournament/started_runs.hpp"

#include "host/descriptor.hpp"
#include "host/failure.hpp"
#include "host/own_files.hpp"
#include "host/store/store.hpp"
#include "host/text.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <thread>
#include <utility>

namespace host {

namespace {

/// Returns the last line that a command has said, as a sentence of its own.
std::string last_line(const Descriptor& said) {
  constexpr std::size_t most = 4096;
  std::string text(most, '\0');
  const off_t size = ::lseek(said.get(), 0, SEEK_END);
  const ssize_t got = ::pread(said.get(), text.data(), most, std::max<off_t>(0, size - static_cast<off_t>(most)));
  text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  std::string line = "the command has ended without a run";
  for (const std::string& each : split(text, '\n'))
    if (!each.empty()) line = each;
  return line.starts_with(message_prefix()) ? line.substr(message_prefix().size()) : line;
}

}  // namespace

StartedRuns::~StartedRuns() {
  // The second signal does not wait for the matches in play.
  for (int signals = 0; signals < 2; ++signals)
    for (const auto& [run, process] : runs_)
      if (!process->is_gone()) {
        process->signal(SIGINT);
        process->ends_soon();
      }
}

RunId StartedRuns::newest() const {
  if (!std::filesystem::exists(database_)) return 0;
  return Store(database_, {.create = false, .to_write = false}).latest_run().value_or(0);
}

RunId StartedRuns::start(std::vector<std::string> words) {
  const std::lock_guard lock(mutex_);  // one at a time: the next new run is this one
  std::erase_if(runs_, [](const auto& each) { return each.second->is_gone(); });
  const RunId before = newest();
  const Descriptor said = inheritable(Descriptor(::memfd_create("said", MFD_CLOEXEC)), "memory");
  const std::array<ChildProcess::Passed, 2> passed = {{{said, STDOUT_FILENO}, {said, STDERR_FILENO}}};
  auto process = std::make_unique<ChildProcess>(std::move(words), passed);
  for (;;) {
    const bool gone = process->is_gone();
    if (const RunId run = newest(); run > before) {
      runs_.emplace(run, std::move(process));
      return run;
    }
    if (gone) throw Failure(Exit::usage, last_line(said));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

void StartedRuns::stop(RunId run) {
  const std::lock_guard lock(mutex_);
  const auto found = runs_.find(run);
  if (found == runs_.end() || found->second->is_gone())
    throw Failure(Exit::usage, "run " + std::to_string(run) + " is not one that this server plays");
  found->second->signal(SIGINT);
}

}  // namespace host

#include "host/tournament/started_runs.hpp"

#include "host/util/descriptor.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
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

constexpr const char* starter_variable = "AGON_STARTER";  // the descriptor to tell the run's number
constexpr int starter_descriptor = 3;

}  // namespace

void tell_starter(RunId run) {
  if (std::getenv(starter_variable) == nullptr) return;
  ::unsetenv(starter_variable);
  const Descriptor starter(starter_descriptor);
  static_cast<void>(::write(starter.get(), &run, sizeof run));
}

StartedRuns::~StartedRuns() {
  // The second signal does not wait for the matches in play.
  for (int signals = 0; signals < 2; ++signals)
    for (const auto& [run, process] : runs_)
      if (!process->is_gone()) {
        process->signal(SIGINT);
        process->ends_soon();
      }
}

RunId StartedRuns::start(std::vector<std::string> words) {
  constexpr std::chrono::seconds longest(120);  // a command itself waits 30 s for a database that others write to
  const Descriptor said = inheritable(Descriptor(::memfd_create("said", MFD_CLOEXEC)), "memory");
  const Descriptor run_number = inheritable(Descriptor(::memfd_create("run", MFD_CLOEXEC)), "memory");
  std::vector<ChildFile> files = {
      {STDOUT_FILENO, said.get()}, {STDERR_FILENO, said.get()}, {starter_descriptor, run_number.get()}};
  words.insert(words.begin(), {"env", std::string(starter_variable) + "=yes"});
  auto process = std::make_unique<ChildProcess>(std::move(words), std::move(files));
  // Without the lock: others ask for their runs meanwhile.
  for (const auto began = std::chrono::steady_clock::now();;) {
    const bool gone = process->is_gone();
    RunId run = 0;
    if (::pread(run_number.get(), &run, sizeof run, 0) == sizeof run) {
      const std::lock_guard lock(mutex_);
      std::erase_if(runs_, [](const auto& each) { return each.second->is_gone(); });
      runs_.emplace(run, std::move(process));
      return run;
    }
    if (gone) throw Failure(Exit::usage, last_line(said));
    if (ended_) throw Failure(Exit::usage, "the server ends");
    if (std::chrono::steady_clock::now() - began > longest)
      throw Failure(Exit::usage, "the command has begun no run after 120 s: " + last_line(said));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

bool StartedRuns::plays(RunId run) {
  const std::lock_guard lock(mutex_);
  const auto found = runs_.find(run);
  return found != runs_.end() && !found->second->is_gone();
}

void StartedRuns::stop(RunId run) {
  const std::lock_guard lock(mutex_);
  const auto found = runs_.find(run);
  if (found == runs_.end() || found->second->is_gone())
    throw Failure(Exit::usage, "run " + std::to_string(run) + " is not one that this server plays");
  found->second->signal(SIGINT);
}

}  // namespace host

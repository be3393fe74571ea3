#include "host/cli/interrupt.hpp"

#include "host/cli/record_file.hpp"
#include "host/failure.hpp"
#include "host/plugin/named_copy.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>

namespace host {

namespace {

std::atomic<bool> flag = false;
static_assert(std::atomic<bool>::is_always_lock_free);

std::atomic<bool> no_reader = false;

extern "C" void on_signal(int) {
  if (!flag.exchange(true)) return;
  RecordFile::keep_at_once();
  NamedCopy::remove_at_once();
  ::_exit(static_cast<int>(Exit::interrupted));
}

/// Output can't be written. The writing code reports that, and the work ends. The signal may arrive many times.
extern "C" void on_broken_pipe(int) {
  no_reader = true;
  flag = true;
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigaction(signal, &action, nullptr);
}

bool is_ignored(int signal) {
  struct sigaction action {};
  ::sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN;
}

}  // namespace

void catch_interrupts() {
  handle(SIGINT, on_signal);
  handle(SIGTERM, on_signal);
  if (!is_ignored(SIGHUP)) handle(SIGHUP, on_signal);  // ignored on purpose, as by nohup
  if (!is_ignored(SIGPIPE)) handle(SIGPIPE, on_broken_pipe);
}

void end_by_broken_pipe() {
  if (!no_reader) return;
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

void forget_interrupt() {
  if (!no_reader) flag = false;
}

bool interrupted() {
  return flag.load(std::memory_order_relaxed);
}

}  // namespace host

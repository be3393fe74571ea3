#include "host/cli/interrupt.hpp"

#include "host/failure.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>

namespace host {

namespace {

std::atomic<bool> flag = false;
static_assert(std::atomic<bool>::is_always_lock_free);

std::atomic<void (*)()> before_end = nullptr;
static_assert(std::atomic<void (*)()>::is_always_lock_free);

extern "C" void on_signal(int) {
  if (!flag.exchange(true)) return;
  if (void (*const last)() = before_end.load(); last != nullptr) last();
  ::_exit(static_cast<int>(Exit::interrupted));
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

void before_hard_stop(void (*last)()) {
  before_end = last;
}

bool interrupted() {
  return flag.load(std::memory_order_relaxed);
}

}  // namespace host

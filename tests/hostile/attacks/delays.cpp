// Does not answer, or answers late.
#include "tests/hostile/attacks/attack.hpp"

#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <ctime>
#include <thread>

namespace hostile {

namespace {

void loop(Moment&) {
  while (hidden(true)) {
  }
}

/// CPU time of the system rather than its own.
void loop_in_system_calls(Moment&) {
  while (hidden(true)) ::syscall(SYS_gettid);
}

void loop_yielding(Moment&) {
  while (hidden(true)) ::sched_yield();
}

void think_for(std::int64_t while_ns) {
  const auto now = [] {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
  };
  const std::int64_t until = now() + while_ns;
  while (now() < until) {
  }
}

/// A little each time: every turn alone is far below the limit.
void think_a_while(Moment&) {
  think_for(50'000'000);
}

/// More than half of what a row grants.
void think_long(Moment&) {
  think_for(350'000'000);
}

void sleep_(Moment&) {
  std::this_thread::sleep_for(std::chrono::hours(1));
}

void poll_(Moment&) {
  ::poll(nullptr, 0, -1);
}

void pause_(Moment&) {
  ::pause();
}

/// Locks what it has locked.
void deadlock(Moment&) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  ::pthread_mutex_lock(&mutex);
  ::pthread_mutex_lock(&mutex);
}

/// The one wait that the sandbox has to allow, with the longest time that there is.
void wait_in_futex(Moment&) {
  std::uint32_t word = 0;
  while (hidden(true)) ::syscall(SYS_futex, &word, FUTEX_WAIT, 0, nullptr, nullptr, 0);
}

/// Sleeps a little each time: no turn alone is long.
void nap_in_futex(Moment&) {
  std::uint32_t word = 0;
  constexpr timespec nap = {0, 250'000'000};
  ::syscall(SYS_futex, &word, FUTEX_WAIT, 0, &nap, nullptr, 0);
}

}  // namespace

std::span<const Attack> delays() {
  static constexpr Attack all[] = {
      {"loop", loop},
      {"loop_in_system_calls", loop_in_system_calls},
      {"loop_yielding", loop_yielding},
      {"think_a_while", think_a_while},
      {"think_long", think_long},
      {"sleep", sleep_},
      {"poll", poll_},
      {"pause", pause_},
      {"deadlock", deadlock},
      {"wait_in_futex", wait_in_futex},
      {"nap_in_futex", nap_in_futex},
  };
  return all;
}

}  // namespace hostile

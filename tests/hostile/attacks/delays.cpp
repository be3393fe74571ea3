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

/// CPU time of the system rather than its own.
ATTACK(loop_in_system_calls) {
  while (hidden(true)) ::syscall(SYS_gettid);
}

ATTACK(loop_yielding) {
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

/// Locks what it has locked.
ATTACK(deadlock) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  ::pthread_mutex_lock(&mutex);
  ::pthread_mutex_lock(&mutex);
}

/// The one wait that the sandbox has to allow, with the longest time that there is.
ATTACK(wait_in_futex) {
  std::uint32_t word = 0;
  while (hidden(true)) ::syscall(SYS_futex, &word, FUTEX_WAIT, 0, nullptr, nullptr, 0);
}

/// Sleeps a little each time: no turn alone is long.
ATTACK(nap_in_futex) {
  std::uint32_t word = 0;
  constexpr timespec nap = {0, 250'000'000};
  ::syscall(SYS_futex, &word, FUTEX_WAIT, 0, &nap, nullptr, 0);
}

ATTACKS(delays) = {
    {"loop", [](Moment&) { spin(); }},
    // A little each time: every turn alone is far below the limit.
    {"think_a_while", [](Moment&) { think_for(50'000'000); }},
    // More than half of what a row grants.
    {"think_long", [](Moment&) { think_for(350'000'000); }},
    {"sleep", [](Moment&) { std::this_thread::sleep_for(std::chrono::hours(1)); }},
    {"poll", [](Moment&) { ::poll(nullptr, 0, -1); }},
    {"pause", [](Moment&) { ::pause(); }},
};

}  // namespace

}  // namespace hostile

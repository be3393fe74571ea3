// Becomes more than one, or somebody else.
#include "tests/hostile/attacks/attack.hpp"

#include <linux/sched.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <thread>

extern "C" char** environ;

namespace hostile {

namespace {

ATTACK(fork) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  must_fail(child > 0, "it has a child");
}

/// A child that outlives the strategy, if nobody ends it.
ATTACK(leave_child) {
  if (::fork() == 0) {
    for (;;) ::pause();
  }
}

ATTACK(vfork) {
  const pid_t child = ::vfork();  // NOLINT: it is forbidden
  if (child == 0) ::_exit(0);
  must_fail(child > 0, "it has a child");
}

/// Its flags are in memory, where no filter sees them.
ATTACK(clone3) {
  clone_args flags{};
  flags.exit_signal = 17;  // SIGCHLD
  const long child = ::syscall(SYS_clone3, &flags, sizeof flags);
  if (child == 0) ::_exit(0);
  must_fail(child > 0, "it has a child");
  must_reach(errno == ENOSYS, "clone3 fails by itself");
}

ATTACK(thread) {
  std::thread([] {}).join();
  must_fail(true, "it has a thread");
}

/// As many as --threads 2 grants.
ATTACK(one_more_thread) {
  std::atomic<int> done = 0;
  std::thread([&] { done = 1; }).join();
  if (done != 1) throw std::runtime_error("the thread did not run");
}

/// With little stacks, so that memory does not run out first.
ATTACK(many_threads) {
  pthread_attr_t small;
  ::pthread_attr_init(&small);
  ::pthread_attr_setstacksize(&small, std::size_t{64} << 10U);
  for (int index = 0; index < 8; ++index) {
    pthread_t started{};
    ::pthread_create(
        &started, &small,
        [](void*) -> void* {
          spin();
          return nullptr;
        },
        nullptr);
  }
  spin();
}

/// The CPU time of all of them counts.
ATTACK(loop_in_a_thread) {
  std::thread(spin).join();
}

/// Thinks while the other one is to move.
ATTACK(think_between_turns) {
  std::thread(spin).detach();
}

ATTACK(execute) {
  const char* const words[] = {"/bin/true", nullptr};
  ::execv("/bin/true", const_cast<char* const*>(words));
}

ATTACK(spawn) {
  const char* const words[] = {"/bin/true", nullptr};
  pid_t child = 0;
  must_fail(::posix_spawn(&child, "/bin/true", nullptr, nullptr, const_cast<char* const*>(words), environ) == 0,
            "it has a child");
}

ATTACK(shell) {
  must_fail(std::system("true") == 0, "it has a shell");  // NOLINT: it is forbidden
}

}  // namespace

}  // namespace hostile

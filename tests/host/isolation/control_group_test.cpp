// A control group counts what its processes use, also those that nobody waits for, and ends them. Where this user can't
// make groups, there is nothing to test.
#include "host/isolation/control_group.hpp"

#include "host/isolation/layers.hpp"

#include <doctest/doctest.h>
#include <linux/sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <ctime>
#include <optional>

namespace {

/// Starts a child in a group, which starts another one and ignores its end. That one uses so much time. Returns when it
/// has ended.
pid_t start_in(const host::ControlGroup& group, std::int64_t cpu_ns) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  clone_args how{};
  how.flags = CLONE_INTO_CGROUP;
  how.exit_signal = SIGCHLD;
  how.cgroup = static_cast<std::uint64_t>(group.folder());
  const auto child = static_cast<pid_t>(::syscall(SYS_clone3, &how, sizeof how));
  if (child == 0) {
    std::signal(SIGCHLD, SIG_IGN);
    if (::fork() == 0) {
      timespec used{};
      while (used.tv_sec == 0 && used.tv_nsec < cpu_ns) ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
      ::_exit(0);
    }
    ::close(ends[1]);
    for (;;) ::pause();
  }
  REQUIRE(child > 0);
  ::close(ends[1]);
  char byte = 0;
  CHECK(::read(ends[0], &byte, 1) == 0);
  ::close(ends[0]);
  return child;
}

}  // namespace

TEST_CASE("a control group counts the time of ended processes, and ends the others when it is removed") {
  const std::uint32_t layers = host::ControlGroup::layers();
  if (layers == 0) return;
  constexpr std::int64_t much_ns = 100'000'000;
  std::optional<host::ControlGroup> group;
  group.emplace(0, 10);
  const pid_t child = start_in(*group, much_ns);
  host::TreeUse use{.held_bytes = 1};
  group->measure(use);
  CHECK(use.cpu_ns >= much_ns - 20'000'000);
  if ((layers & host::layer_group_memory) != 0)
    CHECK(use.held_bytes > 1);
  else
    CHECK(use.held_bytes == 1);  // not counted, so not changed
  CHECK_FALSE(group->ran_out_of_memory());
  if ((layers & host::layer_group_end) == 0) ::kill(child, SIGKILL);
  group.reset();
  int status = 0;
  CHECK(::waitpid(child, &status, 0) == child);
  CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL));
}

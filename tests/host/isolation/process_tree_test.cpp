// A tree of processes is found and measured as a whole, whichever thread has started a process.
#include "host/isolation/process_tree.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <thread>
#include <vector>

namespace {

/// A child that forks once in its own thread and once in another one, and waits with them for a signal. Returns the
/// children's numbers in `started`.
pid_t family(pid_t (&started)[2]) {
  int pipe[2];
  REQUIRE(::pipe(pipe) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto start = [&] {
      const pid_t pid = ::fork();
      if (pid == 0) {
        for (;;) ::pause();
      }
      if (::write(pipe[1], &pid, sizeof pid) != sizeof pid) ::_exit(1);
    };
    start();
    std::thread([&] {
      start();
      for (;;) ::pause();
    }).join();
  }
  for (pid_t& pid : started) REQUIRE(::read(pipe[0], &pid, sizeof pid) == sizeof pid);
  ::close(pipe[0]);
  ::close(pipe[1]);
  return child;
}

}  // namespace

TEST_CASE("the children of all threads are descendants, and are measured") {
  pid_t started[2];
  const pid_t child = family(started);
  const std::vector<pid_t> found = host::descendants(::getpid());
  for (const pid_t pid : {child, started[0], started[1]}) CHECK(std::count(found.begin(), found.end(), pid) == 1);
  const host::TreeUse use = host::use_of_descendants(::getpid());
  CHECK(use.tasks == 4);
  CHECK(host::tasks_below(::getpid()) == 4);
  CHECK(host::tasks_of_user(::getuid()) >= 5);  // with this one
  CHECK(use.held_bytes > 0);
  for (const pid_t pid : {started[0], started[1], child}) ::kill(pid, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

TEST_CASE("the CPU time of children that have ended still counts") {
  constexpr std::int64_t much_ns = 100'000'000;
  const std::int64_t before = host::use_of_descendants(::getpid()).cpu_ns;
  const pid_t child = ::fork();
  if (child == 0) {
    timespec used{};
    while (used.tv_sec == 0 && used.tv_nsec < much_ns) ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  CHECK(host::use_of_descendants(::getpid()).cpu_ns - before >= much_ns - 20'000'000);
}

TEST_CASE("of time below a tick that processes may have waited for, 80 ms are free") {
  const auto use = [](int processes, std::optional<std::int64_t> ended) {
    host::TreeUse all;
    all.processes = processes;
    all.ended = ended;
    return all;
  };
  constexpr std::int64_t of_one = 20'000'000;
  CHECK(host::untold_ns(use(9, 0), use(70, 0)) == 0);  // none has ended
  CHECK(host::untold_ns(use(9, 5), use(70, 9)) == 0);
  CHECK(host::untold_ns(use(9, 5), use(70, 10)) == of_one);
  CHECK(host::untold_ns(use(9, -9), use(10, 1000)) == 6 * of_one);
  CHECK(host::untold_ns(use(9, 0), use(0, 1000)) == 0);
  CHECK(host::untold_ns(use(9, std::nullopt), use(10, std::nullopt)) == 6 * of_one);
  CHECK(host::untold_ns(use(1, 0), use(10, std::nullopt)) == 6 * of_one);
}

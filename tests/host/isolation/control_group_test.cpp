// A control group counts what its processes use, also those that nobody waits for, and ends them. Where this user can't
// make groups, there is nothing to test.
#include "host/isolation/control_group.hpp"

#include "host/isolation/layers.hpp"
#include "host/isolation/process_status.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>
#include <linux/sched.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

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

namespace {

/// A folder with the files of a control group in which these processes are.
void make_group(const support::TemporaryFolder& folder, const std::string& processes) {
  folder.write("cgroup.type", "domain\n");
  folder.write("cgroup.procs", processes);
  folder.write("cgroup.controllers", "cpuset cpu io memory hugetlb pids\n");
  folder.write("cgroup.subtree_control", "");
}

/// A child that does nothing until it is killed.
pid_t start_child(const std::function<void()>& first = [] {}) {
  const pid_t child = ::fork();
  if (child == 0) {
    first();
    for (;;) ::pause();
  }
  return child;
}

void end_child(pid_t child) {
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

/// Where cgroup v2 is mounted; "": nowhere.
std::string hierarchy() {
  for (const std::string top : {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}) {
    if (::access((top + "/cgroup.controllers").c_str(), F_OK) == 0) return top;
  }
  return "";
}

}  // namespace

TEST_CASE("a group in which others are stays as it is; in its own, the host moves down, and groups count") {
  const std::string own = std::to_string(::getpid()) + "\n";
  const pid_t child = start_child();
  const std::string family = own + std::to_string(child) + "\n";
  for (const std::string& processes :
       {own + std::to_string(::getppid()) + "\n", own + "0\n", "1\n" + own, family + std::string(5000, '\n')}) {
    const support::TemporaryFolder folder;
    make_group(folder, processes);
    CHECK_FALSE(host::count_below(folder.path()));
    CHECK_FALSE(std::filesystem::exists(folder.path() / "agon-main"));
    CHECK(support::content(folder.path() / "cgroup.subtree_control") == "");
  }
  {
    const support::TemporaryFolder folder;
    make_group(folder, family);
    std::filesystem::create_directory(folder.path() / "another.service");
    CHECK_FALSE(host::count_below(folder.path()));
    CHECK(support::content(folder.path() / "cgroup.subtree_control") == "");
  }
  const support::TemporaryFolder folder;
  make_group(folder, family);
  CHECK(host::count_below(folder.path()));
  CHECK(std::filesystem::exists(folder.path() / "agon-main"));
  CHECK(support::content(folder.path() / "cgroup.subtree_control").starts_with("+pids"));
  std::filesystem::remove(folder.path() / "cgroup.type");  // the top of the hierarchy
  CHECK_FALSE(host::count_below(folder.path()));
  end_child(child);
}

TEST_CASE("a host in somebody else's group moves no process out of it") {
  const std::string top = hierarchy();
  const std::string group = top + "/test-" + std::to_string(::getpid());
  if (top.empty() || ::mkdir(group.c_str(), 0755) != 0) return;  // not root
  const auto join = [&] {
    if (!host::write_small_file(group + "/cgroup.procs", "0")) ::_exit(1);
  };
  const pid_t foreign = start_child(join);
  int status = 0;
  const pid_t host = ::fork();
  if (host == 0) {
    join();
    while (host::read_small_file(group + "/cgroup.procs").find(std::to_string(foreign)) == std::string::npos)
      ::usleep(1000);
    // As a process that is new does it, which knows of no place yet.
    ::execl("/proc/self/exe", "test", "--no-skip", "--test-case=a control group counts the time*", nullptr);
    ::_exit(1);
  }
  CHECK(::waitpid(host, &status, 0) == host);
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
  const std::string line = "0::" + group.substr(top.size()) + "\n";
  CHECK(host::read_small_file("/proc/" + std::to_string(foreign) + "/cgroup").find(line) != std::string::npos);
  end_child(foreign);
  CHECK(::rmdir(group.c_str()) == 0);  // nothing is left in it
}

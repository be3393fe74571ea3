#include "host/util/child_process.hpp"

#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>
#include <thread>

namespace host {

namespace {

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  all.reserve(texts.size() + 1);
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

}  // namespace

std::filesystem::path own_executable(const std::string& name, const std::string& what, const std::string& hint,
                                     int right) {
  const auto folder = own_folder();
  const auto beside = folder / name;
  // Other programs of the build tree (tests, benchmarks) are in a sibling of the host's folder.
  for (const auto& path : {beside, folder.parent_path() / "bin" / name}) {
    if (::access(path.c_str(), right) == 0) return path;
  }
  throw Failure(Exit::internal, what + " " + beside.string() + " is not there: " + hint);
}

int start_process(const std::vector<ChildFile>& files, std::vector<std::string> words,
                  std::vector<std::string> variables, pid_t& pid, const std::string& folder) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  for (const ChildFile& each : files) {
    if (each.own >= 0)
      ::posix_spawn_file_actions_adddup2(&actions, each.own, each.number);
    else if (!each.path.empty())
      ::posix_spawn_file_actions_addopen(&actions, each.number, each.path.c_str(), O_RDONLY, 0);
    else
      ::posix_spawn_file_actions_addclose(&actions, each.number);
  }
  if (!folder.empty()) ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  // Uses a separate process group, so that the terminal's Ctrl-C reaches only the host. Uses no separate session: the
  // kernel may distribute CPU time among sessions first (autogroups). Then a yield would not hand the core to a process
  // of another session, and a turn would cost twice as much.
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  sigset_t signals;
  ::sigfillset(&signals);
  ::posix_spawnattr_setsigdefault(&attributes, &signals);
  ::sigemptyset(&signals);
  ::posix_spawnattr_setsigmask(&attributes, &signals);
  const int fault = ::posix_spawnp(&pid, words.front().c_str(), &actions, &attributes, pointers(words).data(),
                                   pointers(variables).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  return fault;
}

void throw_lack_of(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

Descriptor inheritable(const Descriptor& low, const char* what) {
  if (!low.is_open()) throw_lack_of(what);
  Descriptor high = low.duplicate(lowest_free_descriptor);
  if (!high.is_open()) throw_lack_of(what);
  return high;
}

std::pair<Descriptor, Descriptor> connected_sockets() {
  int numbers[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, numbers) != 0) throw_lack_of("socket");
  const Descriptor first(numbers[0]);
  const Descriptor second(numbers[1]);
  return {inheritable(first, "socket"), inheritable(second, "socket")};
}

ChildProcess::ChildProcess(std::vector<std::string> words, std::vector<ChildFile> files) {
  files.insert(files.begin(),
               {{STDIN_FILENO, -1, "/dev/null"}, {STDOUT_FILENO, STDERR_FILENO}});  // results are the host's output
  errno = start_process(files, std::move(words), own_variables([](auto) { return true; }), id_);
  if (errno != 0) throw_lack_of("process");
}

pid_t ChildProcess::copy_process() {
  const pid_t parent = ::getpid();
  const pid_t copy = ::fork();
  if (copy < 0) throw_lack_of("process");
  if (copy > 0) return copy;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(0);
  return 0;
}

bool ChildProcess::is_gone() {
  reap(WNOHANG);
  return reaped_;
}

bool ChildProcess::ends_soon() {
  constexpr int tries = 300;
  constexpr int quick_tries = 100;
  for (int i = 0; i < tries && !is_gone(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(i < quick_tries ? 1 : 10));
  return reaped_;
}

void ChildProcess::signal(int number) const {
  if (!reaped_) ::kill(id_, number);
}

void ChildProcess::kill() {
  signal(SIGKILL);
  reap(0);
}

void ChildProcess::reap(int options) {
  siginfo_t info{};
  int fault = 0;
  while (!reaped_ && (fault = ::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOWAIT | options)) != 0 &&
         errno == EINTR) {
  }
  if (reaped_ || (fault == 0 && info.si_pid == 0)) return;
  ::kill(-id_, SIGKILL);  // what it has started, as long as its number can't be another process's
  ::waitpid(id_, &status_, 0);
  reaped_ = true;
}

}  // namespace host

#include "host/library/tester_command.hpp"

#include "host/util/escape.hpp"
#include "host/util/input_file.hpp"
#include "host/util/text.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

namespace host::tester {

namespace {

[[noreturn]] void no_memory() {
  throw TesterFailed(std::string("the system lacks resources for its commands: ") + std::strerror(errno));
}

constexpr std::size_t most_commands = 4096;  // at a time, in one process

/// The groups of running commands. A process of its own ends them when this one ends in any way.
class Guard {
 public:
  static Guard& get() {
    static Guard& only = *new Guard;  // never destroyed: commands may end later
    return only;
  }

  /// Returns a place for a group, free until it is set.
  std::atomic<pid_t>& place() {
    const std::size_t from = next_++;
    for (std::size_t each = 0; each < most_commands; ++each) {
      std::atomic<pid_t>& group = groups_[(from + each) % most_commands];
      pid_t none = 0;
      if (group.compare_exchange_strong(none, -1)) return group;
    }
    throw TesterFailed("too many of its commands run at a time");
  }

 private:
  Guard() {
    void* const memory = ::mmap(nullptr, sizeof(std::atomic<pid_t>) * most_commands, PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int ends[2] = {-1, -1};
    if (memory == MAP_FAILED || ::pipe2(ends, O_CLOEXEC) != 0) no_memory();
    groups_ = static_cast<std::atomic<pid_t>*>(memory);  // zeroed
    const pid_t guard = ::fork();
    if (guard < 0) no_memory();
    if (guard == 0) watch(ends[0]);
    ::close(ends[0]);  // the other end stays open as long as this process lives
  }

  /// Only calls that a process with several threads may make after fork().
  [[noreturn]] void watch(int alive) const {
    ::setpgid(0, 0);
    ::dup2(alive, 0);
    ::close_range(1, ~0U, 0);
    char none = 0;
    while (::read(0, &none, 1) < 0 && errno == EINTR) {
    }
    for (std::size_t each = 0; each < most_commands; ++each) {
      if (groups_[each] > 0) ::kill(-groups_[each], SIGKILL);
    }
    ::_exit(0);
  }

  std::atomic<pid_t>* groups_ = nullptr;
  std::atomic<std::size_t> next_ = 0;
};

/// What a new process needs to become a shell.
struct Start {
  const char* words;
  const char* folder;
  int input;
  int output;
  int errors;
  std::atomic<pid_t>& group;
  pid_t parent;
  volatile int fault = 0;  // why the folder can't be entered
};

/// The new process borrows the memory of this one until it is a shell, so it only makes calls. It is known to the guard
/// before it looks whether this process still lives: one of the two ends it.
[[noreturn]] void become_shell(Start& start) {
  ::setpgid(0, 0);
  start.group = ::getpid();
  if (::getppid() != start.parent || ::dup2(start.input, 0) < 0 || ::dup2(start.output, 1) < 0 ||
      ::dup2(start.errors, 2) < 0)
    ::_exit(126);
  if (::chdir(start.folder) != 0) {
    start.fault = errno;
    ::_exit(126);
  }
  ::close_range(3, ~0U, 0);
  for (int signal = 1; signal < SIGRTMIN; ++signal) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  char* const arguments[] = {const_cast<char*>("sh"), const_cast<char*>("-c"), const_cast<char*>(start.words), nullptr};
  ::execv("/bin/sh", arguments);
  ::_exit(127);
}

}  // namespace

MemoryFile::MemoryFile() : file_(::memfd_create("agon-tester", MFD_CLOEXEC)) {
  if (!file_.is_open()) no_memory();
}

MemoryFile::MemoryFile(std::string_view content) : MemoryFile() {
  while (!content.empty()) {
    const ssize_t put = ::write(file_.get(), content.data(), content.size());
    if (put < 0) no_memory();
    content.remove_prefix(static_cast<std::size_t>(put));
  }
  ::lseek(file_.get(), 0, SEEK_SET);  // a process that inherits it reads from here on
}

std::string MemoryFile::path() const {
  return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(file_.get());
}

std::string MemoryFile::content() const {
  return read_all(file_).value_or("");
}

Command::Command(const std::string& words, const std::string& folder, const Descriptor& input,
                 const Descriptor& output) {
  const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const int reads = input.is_open() ? input.get() : nothing.get();
  const int writes = output.is_open() ? output.get() : output_.descriptor().get();
  group_ = &Guard::get().place();
  Start start{words.c_str(), folder.c_str(), reads, writes, errors_.descriptor().get(), *group_, ::getpid()};
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &before);  // no handler of this process runs in the child
  const pid_t child = ::vfork();                // NOLINT(clang-analyzer-security.insecureAPI.vfork)
  if (child == 0) become_shell(start);
  const int fault = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (child < 0) {
    *group_ = 0;
    errno = fault;
    no_memory();
  }
  pid_ = child;
  if (start.fault != 0) {
    wait();
    throw TesterFailed("its folder " + folder + " can't be entered on this machine: " + std::strerror(start.fault));
  }
  process_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  if (!process_.is_open()) no_memory();
}

Command::~Command() {
  if (pid_ != 0) ::kill(-pid_, SIGKILL);
  wait();
}

void Command::wait() {
  if (pid_ == 0) return;
  siginfo_t state{};
  while (::waitid(P_PID, static_cast<id_t>(pid_), &state, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  ::kill(-pid_, SIGKILL);  // before its number can become another's
  *group_ = 0;
  while (::waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
  }
  pid_ = 0;
}

std::string Command::end() const {
  const int status = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);  // as a shell says it
  const std::string how = "exit status " + std::to_string(status);
  const std::string last = printable(last_lines(errors() + output()));
  return how + (last.empty() ? ", and it has written nothing" : ": " + last);
}

}  // namespace host::tester

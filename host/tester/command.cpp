#include "host/tester/command.hpp"

#include "host/escape.hpp"
#include "host/text.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

namespace host::tester {

namespace {

[[noreturn]] void no_memory() {
  throw TesterFailed(std::string("the system lacks resources for its commands: ") + std::strerror(errno));
}

void end_group(int /*signal*/) {
  ::kill(0, SIGKILL);
}

/// What the new process does: leads a group in which a shell runs the words, and ends the group when this process, its
/// parent, ends. Only calls that a process with several threads may make after fork().
[[noreturn]] void lead(const char* words, const char* folder, int input, int output, int errors, pid_t parent) {
  ::setpgid(0, 0);
  ::signal(SIGTERM, end_group);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (::getppid() != parent || ::dup2(input, 0) < 0 || ::dup2(output, 1) < 0 || ::dup2(errors, 2) < 0 ||
      ::chdir(folder) != 0)
    ::_exit(126);
  ::close_range(3, ~0U, 0);
  posix_spawnattr_t attributes;
  sigset_t usual = none;
  ::sigaddset(&usual, SIGTERM);
  ::sigaddset(&usual, SIGPIPE);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setsigdefault(&attributes, &usual);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  char* const arguments[] = {const_cast<char*>("sh"), const_cast<char*>("-c"), const_cast<char*>(words), nullptr};
  pid_t shell = 0;
  // Not another fork(): it need not copy the page tables.
  if (::posix_spawn(&shell, "/bin/sh", nullptr, &attributes, arguments, environ) != 0) ::_exit(127);
  int status = 0;
  while (::waitpid(shell, &status, 0) < 0 && errno == EINTR) {
  }
  ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
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
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0) no_memory();
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t got = ::pread(file_.get(), text.data() + size, text.size() - size, static_cast<off_t>(size));
    if (got <= 0) break;
    size += static_cast<std::size_t>(got);
  }
  text.resize(size);
  return text;
}

Command::Command(const std::string& words, const std::string& folder, const Descriptor& input,
                 const Descriptor& output) {
  if (::access(folder.c_str(), X_OK) != 0)
    throw TesterFailed("its folder " + folder + " can't be entered on this machine: " + std::strerror(errno));
  const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const int reads = input.is_open() ? input.get() : nothing.get();
  const int writes = output.is_open() ? output.get() : output_.descriptor().get();
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) no_memory();
  if (pid_ == 0) lead(words.c_str(), folder.c_str(), reads, writes, errors_.descriptor().get(), parent);
  ::setpgid(pid_, pid_);  // also here, so that it has its group as soon as it may have to be ended
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
  while (::waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
  }
  pid_ = 0;
}

std::string Command::end() const {
  const std::string how = "exit status " + std::to_string(WEXITSTATUS(status_));
  const std::string last = last_lines(errors() + output());
  return how + (last.empty() ? ", and it has written nothing" : ": " + last);
}

std::string last_lines(std::string_view text) {
  constexpr std::size_t most_bytes = 300;
  constexpr std::size_t most_lines = 3;
  std::vector<std::string> lines;
  while (lines.size() < most_lines) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
    if (text.empty()) break;
    const std::size_t begin = text.rfind('\n') + 1;  // npos + 1 is 0
    const std::size_t letter = std::min(text.find_first_not_of(" \t", begin), text.size());
    lines.insert(lines.begin(), std::string(text.substr(letter)));
    text = text.substr(0, begin);
  }
  std::string all = join(lines, " / ");
  if (all.size() > most_bytes) all.erase(0, all.size() - most_bytes);
  return printable(all);
}

}  // namespace host::tester

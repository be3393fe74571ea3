#include "host/arena/apart.hpp"

#include "host/failure.hpp"
#include "host/plugin/named_copy.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <optional>
#include <string>

namespace host {

namespace {

/// The memory that a copy shares with its parent.
struct Shared {
  GameWatch watch;
  char work[256] = "the game";
  bool done = false;  // the copy ends because its work is done
};

GameWatch unseen;
Shared* shared = nullptr;  // in a copy

[[noreturn]] void no_resources(const std::string& what) {
  throw Failure(Exit::internal, "can't start a process for the game: no " + what + ": " + std::strerror(errno));
}

/// The settings of the terminal, which a crash of the copy may leave changed.
class Terminal {
 public:
  Terminal() : known_(::tcgetattr(STDIN_FILENO, &settings_) == 0) {}
  void restore() const {
    if (known_) ::tcsetattr(STDIN_FILENO, TCSANOW, &settings_);
  }

 private:
  termios settings_{};
  bool known_;
};

/// While it exists, the signals that this process passes on, and SIGCHLD, wait until take() gets them.
class HeldSignals {
 public:
  HeldSignals() {
    sigset_t set;
    ::sigemptyset(&set);
    for (const int each : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) ::sigaddset(&set, each);
    held_ = set;
    ::pthread_sigmask(SIG_BLOCK, &held_, &before_);
  }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals() { release(); }

  void release() const { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  /// Waits at most for a period of LimitCheck. Returns the signal that another process has sent to this one alone; the
  /// copy has got those of the terminal itself.
  [[nodiscard]] std::optional<int> take() const {
    constexpr long nanoseconds = LimitCheck::period_ms * 1'000'000L;
    const timespec patience{0, nanoseconds};
    siginfo_t info{};
    const int got = ::sigtimedwait(&held_, &info, &patience);
    if (got <= 0 || got == SIGCHLD || info.si_code > 0) return std::nullopt;
    return got;
  }

 private:
  sigset_t held_{};
  sigset_t before_{};
};

/// Ends this process as the copy has ended, if a signal did that is no fault of the game.
void end_alike(int status) {
  const int signal = WTERMSIG(status);
  for (const int each : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    if (signal != each) continue;
    std::signal(signal, SIG_DFL);
    ::raise(signal);
  }
}

}  // namespace

GameWatch& own_watch() {
  return shared == nullptr ? unseen : shared->watch;
}

void name_own_work(std::string_view what) {
  constexpr std::size_t most = 200;
  if (shared == nullptr) return;
  const std::size_t size = std::min(what.size(), most);
  std::memcpy(shared->work, what.data(), size);
  shared->work[size] = '\0';
}

int run_apart(const GameLimits& limits, const std::function<int()>& body) {
  void* const memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) no_resources("memory");
  auto* const page = new (memory) Shared;
  const Terminal terminal;
  std::optional<HeldSignals> signals(std::in_place);
  const pid_t parent = ::getpid();
  const pid_t copy = ::fork();
  if (copy < 0) no_resources("process");
  if (copy == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(0);
    signals->release();
    shared = page;
    const int code = body();
    page->done = true;
    std::exit(code);  // so that temporary files are removed
  }
  LimitCheck check(limits);
  std::optional<std::string> reason;
  int status = 0;
  while (::waitpid(copy, &status, WNOHANG) == 0) {
    if (const auto signal = signals->take()) ::kill(copy, *signal);
    if (!reason && check.due() && (reason = check.exceeded(page->watch, 0, copy))) ::kill(copy, SIGKILL);
  }
  page->work[sizeof page->work - 1] = '\0';
  const std::string work = page->work;
  const bool done = page->done;
  ::munmap(memory, sizeof(Shared));
  signals.reset();
  if (!reason && done && WIFEXITED(status)) return WEXITSTATUS(status);
  terminal.restore();
  NamedCopy::remove_those_of(copy);
  if (!reason && WIFSIGNALED(status)) end_alike(status);
  throw Failure(Exit::game, work + " " + reason.value_or(end_of_process(status)));
}

}  // namespace host

#include "host/arena/run_in_child.hpp"

#include "host/plugin/temp_library_copy.hpp"
#include "host/util/child_process.hpp"
#include "host/util/failure.hpp"

#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace host {

namespace {

/// The memory that a copy shares with its parent.
struct CopyStatus {
  GameActivity watch;
  char work[256] = "the game";
  bool done = false;  // the copy ends because its work is done
};

GameActivity unseen;
CopyStatus* shared = nullptr;  // in a copy

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
  [[nodiscard]] std::optional<int> take() {
    constexpr long nanoseconds = LimitCheck::period_ms * 1'000'000L;
    const timespec patience{0, nanoseconds};
    siginfo_t info{};
    const int got = ::sigtimedwait(&held_, &info, &patience);
    if (got <= 0 || got == SIGCHLD) return std::nullopt;
    taken_.push_back(got);
    return info.si_code > 0 ? std::nullopt : std::optional(got);
  }

  /// Lets this process have what was taken, if it handles that: its work goes on after the copy's.
  void release_taken() const {
    release();
    for (const int each : taken_) {
      struct sigaction known {};
      if (::sigaction(each, nullptr, &known) == 0 && known.sa_handler != SIG_DFL && known.sa_handler != SIG_IGN)
        ::raise(each);
    }
  }

 private:
  sigset_t held_{};
  sigset_t before_{};
  std::vector<int> taken_;
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

GameActivity& own_watch() {
  return shared == nullptr ? unseen : shared->watch;
}

void name_own_work(std::string_view what) {
  constexpr std::size_t most = 200;
  if (shared == nullptr) return;
  const std::size_t size = std::min(what.size(), most);
  std::memcpy(shared->work, what.data(), size);
  shared->work[size] = '\0';
}

int run_in_child(const GameLimits& limits, const std::function<int()>& body) {
  termios terminal{};  // a crash of the copy may leave its settings changed
  const bool has_terminal = ::tcgetattr(STDIN_FILENO, &terminal) == 0;
  std::optional<HeldSignals> signals(std::in_place);
  std::optional<std::string> reason;
  try {
    const Shared<CopyStatus> status = shared_value<CopyStatus>();
    ChildProcess copy = ChildProcess::copy([&] {
      signals->release();
      shared = status.get();
      const int code = body();
      status->done = true;
      std::exit(code);  // so that temporary files are removed
    });
    LimitCheck check(limits);
    while (!copy.is_gone()) {
      if (const auto signal = signals->take()) copy.signal(*signal);
      if (check.due() && (reason = check.exceeded(status->watch, 0, copy.id()))) copy.kill();
    }
    signals->release_taken();
    if (!reason && status->done && WIFEXITED(copy.status())) return WEXITSTATUS(copy.status());
    if (has_terminal) ::tcsetattr(STDIN_FILENO, TCSANOW, &terminal);
    TempLibraryCopy::remove_those_of(copy.id());
    if (!reason && WIFSIGNALED(copy.status())) end_alike(copy.status());
    status->work[sizeof status->work - 1] = '\0';
    throw Failure(Exit::game, std::string(status->work) + " " + reason.value_or(end_of_process(copy.status())));
  } catch (const std::system_error& error) {
    throw Failure(Exit::internal, std::string("can't start a process for the game: no ") + error.what());
  }
}

}  // namespace host

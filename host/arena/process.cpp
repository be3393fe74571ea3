#include "host/arena/process.hpp"

#include "host/arena/job.hpp"
#include "host/isolation/control_group.hpp"
#include "host/plugin/temp_library_copy.hpp"
#include "host/util/child_process.hpp"
#include "host/util/failure.hpp"
#include "host/util/shared_memory.hpp"

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
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace host {

using arena::GameChild;
using arena::GameEnded;
using arena::Kind;
using arena::Stream;

namespace {

/// A continuation is to end.
struct CutOff {};

}  // namespace

ArenaProcess::ArenaProcess(const Job& job, const GameLimits& limits, std::size_t number, std::size_t count)
    : job_(job), limits_(limits), number_(number), count_(count) {}

ArenaProcess::~ArenaProcess() = default;

void ArenaProcess::start(const ArenaHooks& hooks) {
  const auto is_program = [](const Participant& each) { return each.file.program != nullptr; };
  // This process may move into a group of its own, but not its child, beside which there is this one.
  if (std::ranges::any_of(job_.participants, is_program)) static_cast<void>(ControlGroup::layers());
  process_ = std::make_unique<GameChild>(job_.game.description.id, limits_);
  asked_to_stop_ = false;
  const std::vector<const Build*> builds = arena::builds_of(job_);
  std::vector<int> descriptors;
  descriptors.reserve(builds.size());
  for (const Build* const build : builds) descriptors.push_back(build->memory().get());
  game_file_ = TempLibraryCopy::make(*job_.game.build);
  const std::string file = game_file_ ? game_file_->path().string() : "";
  try {
    process_->send(Kind::order, to_bytes(arena::Order{job_, file, number_, count_}), descriptors);
    process_->reading([&] {
      if (receive(hooks).kind != Kind::ready) throw BadMessage();
    });
    // So that none remains if the host is killed. Without a sandbox, workers may load it.
    if (game_file_ && !game_file_->has_neighbours() && job_.sandbox.level != Level::process) game_file_.reset();
  } catch (const GameEnded& ended) {
    process_.reset();
    throw Failure(Exit::plugin,
                  job_.game.build->path().string() + ": the game " + ended.what() + " when it was loaded");
  }
}

std::optional<std::string> ArenaProcess::refusal(std::int32_t seats) {
  const ArenaHooks hooks;
  if (!process_) start(hooks);
  try {
    process_->send(Kind::check, pack(seats));
    return process_->reading([&] { return unpack<std::optional<std::string>>(receive(hooks).content); });
  } catch (const GameEnded&) {
    process_.reset();
    return std::nullopt;  // the first match reports it
  }
}

void ArenaProcess::play(const std::vector<MatchRequest>& requests, const ArenaHooks& hooks) {
  std::size_t played = 0;
  std::size_t careful = 0;  // up to here, one match at a time: the results of the others would be lost again
  ArenaHooks counting = hooks;
  counting.finished = [&](PlayedMatch&& match) {
    ++played;
    hooks.finished(std::move(match));
  };
  bool ended_between_matches = false;
  while (played < requests.size() && !hooks.should_stop()) {
    const auto first = requests.begin() + static_cast<std::ptrdiff_t>(played);
    const auto last = played < careful ? first + 1 : requests.end();
    const std::size_t before = played;
    try {
      if (!process_) start(hooks);
      if (!play_some({first, last}, counting)) return;
    } catch (const CutOff&) {
      process_.reset();
      return;
    } catch (const GameEnded& ended) {
      // A game can write this number, too.
      const auto asked = static_cast<std::uint64_t>(last - first);
      const std::uint64_t begun = before + std::min<std::uint64_t>(process_->status().begun, asked);
      process_.reset();
      if (begun > played + 1) {  // the results of some matches before the failed one are lost
        careful = begun;
      } else if (begun == played + 1 || ended_between_matches) {
        PlayedMatch failure;
        failure.result.fault = failed(requests[played], ended.what());
        counting.finished(std::move(failure));
        ended_between_matches = false;
      } else {
        ended_between_matches = true;
      }
    }
  }
}

/// Returns whether all requests have been played: the arena was not asked to stop. Any message may be of the game.
bool ArenaProcess::play_some(const std::vector<MatchRequest>& requests, const ArenaHooks& hooks) {
  process_->status().begun = 0;
  std::size_t played = 0;
  process_->send(Kind::play, pack(requests));
  return process_->reading([&] {
    for (;;) {
      const Stream::Message message = receive(hooks);
      if (message.kind == Kind::stopped) {
        if (played < requests.size() && !asked_to_stop_) throw BadMessage();
        return played == requests.size();
      }
      if (message.kind == Kind::shown && job_.boards == Boards::moves) {
        hooks.shown(std::string(message.content));
      } else if (message.kind == Kind::played && played < requests.size()) {
        const std::string name = pack(requests[played]);
        if (!message.content.starts_with(name)) throw BadMessage();
        PlayedMatch match = arena::match_from(message.content.substr(name.size()), job_, requests[played]);
        ++played;
        hooks.finished(std::move(match));
      } else {
        throw BadMessage();
      }
    }
  });
}

/// Returns the next message; waits for it, and watches the game meanwhile.
Stream::Message ArenaProcess::receive(const ArenaHooks& hooks) {
  try {
    return process_->receive([&] {
      hooks.tick();
      if (!hooks.should_stop()) return;
      if (!job_.origin.empty()) throw CutOff();
      asked_to_stop_ = true;
      process_->status().should_stop = true;
    });
  } catch (const Failure&) {
    process_.reset();
    throw;
  }
}

std::string ArenaProcess::failed(const MatchRequest& request, const std::string& reason) const {
  return "the game " + job_.game.description.id + ", seed " + std::to_string(request.seed) + ", " + reason;
}

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
    throw Failure(Exit::game, text_once(status->work) + " " + reason.value_or(end_of_process(copy.status())));
  } catch (const std::system_error& error) {
    throw Failure(Exit::internal, std::string("can't start a process for the game: no ") + error.what());
  }
}

}  // namespace host

#include "host/arena/process.hpp"

#include "host/failure.hpp"
#include "host/plugin/named_copy.hpp"
#include "host/seat/verdict.hpp"
#include "host/session/ticks.hpp"
#include "host/start_process.hpp"
#include "host/text.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <new>
#include <thread>
#include <utility>

namespace host {

using arena::Kind;
using arena::Page;
using arena::Stream;

namespace {

constexpr std::int64_t look_period_ns = 100'000'000;
constexpr int look_period_ms = 100;
constexpr const char* socket_closed = "closed the socket between its arena and the host";

std::int64_t now_ns() {
  return read_clock(CLOCK_MONOTONIC);
}

const std::filesystem::path& arena_executable() {
  // Never destroyed: a game may call exit() in several threads at once.
  static const std::filesystem::path& found =
      *new std::filesystem::path(own_executable("agon-arena", "the arena", "build it, or play with --isolation none"));
  return found;
}

[[noreturn]] void no_resources(const std::string& what) {
  throw Failure(Exit::internal, "can't start an arena: no " + what + ": " + std::strerror(errno));
}

Descriptor checked(int number, const std::string& what) {
  if (number < 0) no_resources(what);
  // Higher than those that an arena starts with.
  Descriptor low(number);
  Descriptor high = low.duplicate(lowest_free_descriptor);
  if (!high.is_open()) no_resources(what);
  return high;
}

}  // namespace

std::int64_t most_game_bytes() {
  constexpr std::int64_t usual = std::int64_t{2} << 30;
  const std::int64_t all = std::int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE);
  return std::min(usual, all / 2);
}

/// The operating system's side of an arena.
class ArenaProcess::Process {
 public:
  explicit Process(const std::string& game) : Process(game, make_pair()) {}
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  ~Process() {
    stream_.reset();  // it ends by itself now, and its workers with it
    if (!ends_soon()) kill();
    ::munmap(page_, sizeof(Page));
  }

  Stream& stream() { return *stream_; }
  Page& page() { return *page_; }

  void kill() {
    if (reaped_) return;
    ::kill(pid_, SIGKILL);
    reap(0);
  }

  /// Returns whether it has ended. Its socket may still be open, in a child process of the game.
  bool is_gone() {
    reap(WNOHANG);
    return reaped_;
  }

  /// Called when its socket is closed: waits for its end. Returns how it ended.
  std::string end() {
    if (!ends_soon()) {
      kill();
      return socket_closed;
    }
    if (WIFSIGNALED(status_)) {
      const int signal = WTERMSIG(status_);
      return signal == SIGKILL ? "ended its process by a signal (SIGKILL), or the system did for lack of memory"
                               : "crashed (" + signal_name(signal) + ")";
    }
    if (WEXITSTATUS(status_) == arena::socket_closed_code) return socket_closed;
    return "ended its process with exit code " + std::to_string(WEXITSTATUS(status_));
  }

  [[nodiscard]] std::int64_t resident_bytes() const {
    std::ifstream file("/proc/" + std::to_string(pid_) + "/statm");
    std::int64_t all = 0;
    std::int64_t resident = 0;
    file >> all >> resident;
    return resident * ::sysconf(_SC_PAGESIZE);
  }

 private:
  struct Pair {
    Descriptor own;
    Descriptor other;
    Descriptor page;
  };

  static Pair make_pair() {
    int sockets[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) no_resources("socket");
    Pair pair;
    pair.own = checked(sockets[0], "socket");
    pair.other = checked(sockets[1], "socket");
    pair.page = checked(::memfd_create("agon-arena", MFD_CLOEXEC), "memory");
    if (::ftruncate(pair.page.get(), sizeof(Page)) != 0) no_resources("memory");
    return pair;
  }

  Process(const std::string& game, Pair pair) {
    void* const memory = ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, pair.page.get(), 0);
    if (memory == MAP_FAILED) no_resources("memory");
    page_ = new (memory) Page;
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);  // results are the host's output
    ::posix_spawn_file_actions_adddup2(&files, pair.other.get(), arena::socket_descriptor);
    ::posix_spawn_file_actions_adddup2(&files, pair.page.get(), arena::page_descriptor);
    errno = start_process(files, {arena_executable().string(), game}, own_variables([](auto) { return true; }), pid_);
    if (errno != 0) {
      ::munmap(page_, sizeof(Page));
      no_resources("process");
    }
    stream_.emplace(std::move(pair.own));
  }

  bool ends_soon() {
    constexpr int tries = 300;
    constexpr int quick_tries = 100;
    for (int i = 0; i < tries && !is_gone(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(i < quick_tries ? 1 : 10));
    return reaped_;
  }

  void reap(int options) {
    while (!reaped_) {
      const pid_t got = ::waitpid(pid_, &status_, options);
      if (got < 0 && errno == EINTR) continue;
      reaped_ = got != 0;
      return;
    }
  }

  Page* page_ = nullptr;
  pid_t pid_ = 0;
  int status_ = 0;
  bool reaped_ = false;
  std::optional<Stream> stream_;
};

ArenaProcess::ArenaProcess(const Job& job, const GameLimits& limits, std::size_t number, std::size_t count)
    : job_(job), limits_(limits), number_(number), count_(count) {
  if (limits_.memory_bytes == 0) limits_.memory_bytes = most_game_bytes();
}

ArenaProcess::~ArenaProcess() = default;

void ArenaProcess::start(const ArenaHooks& hooks) {
  process_ = std::make_unique<Process>(job_.game.description.id);
  looked_ns_ = now_ns();
  still_since_ns_ = looked_ns_;
  const std::vector<const Build*> builds = arena::builds_of(job_);
  if (builds.size() > arena::most_builds)
    throw Failure(Exit::usage, counted(builds.size(), "library") + " in one run are too many: at most " +
                                   std::to_string(arena::most_builds));
  std::vector<int> descriptors;
  for (const Build* const build : builds) descriptors.push_back(build->memory().get());
  game_file_ = NamedCopy::make(*job_.game.build);
  const std::string file = game_file_ ? game_file_->path().string() : "";
  try {
    process_->stream().add(Kind::order, to_bytes(arena::Order{job_, file, number_, count_}));
    process_->stream().flush(descriptors);
    if (receive(hooks).kind != Kind::ready) throw BadMessage();
    if (game_file_ && !game_file_->has_neighbours()) game_file_.reset();  // so that none remains if the host is killed
  } catch (const Ended& ended) {
    process_.reset();
    throw Failure(Exit::plugin,
                  job_.game.build->path().string() + ": the game " + ended.reason + " when it was loaded");
  }
}

std::optional<std::string> ArenaProcess::refused_options(std::int32_t seats) {
  const ArenaHooks hooks;
  if (!process_) start(hooks);
  WireWriter out;
  out.put(seats);
  try {
    process_->stream().add(Kind::check, out.bytes());
    process_->stream().flush();
    const Stream::Message message = receive(hooks);
    return WireReader(message.content).get<std::optional<std::string>>();
  } catch (const Ended&) {
    process_.reset();
    return std::nullopt;  // the first match reports it
  }
}

void ArenaProcess::play(const std::vector<MatchRequest>& requests, const ArenaHooks& hooks) {
  std::size_t played = 0;
  std::size_t careful = 0;  // up to here, one match at a time: the results of the others would be lost again
  const ArenaHooks counting = {.played =
                                   [&](PlayedMatch&& match) {
                                     ++played;
                                     hooks.played(std::move(match));
                                   },
                               .shown = hooks.shown,
                               .should_stop = hooks.should_stop,
                               .tick = hooks.tick};
  bool in_vain = false;  // the process has ended outside of any match
  while (played < requests.size() && !hooks.should_stop()) {
    if (!process_) start(hooks);
    const auto first = requests.begin() + static_cast<std::ptrdiff_t>(played);
    const std::size_t before = played;
    try {
      if (!play_some({first, played < careful ? first + 1 : requests.end()}, counting)) return;
    } catch (const Ended& ended) {
      const std::uint64_t begun = before + process_->page().begun;
      process_.reset();
      if (begun > played + 1) {  // the results of some matches before the failed one are lost
        careful = std::min<std::size_t>(begun, requests.size());
      } else if (begun == played + 1 || in_vain) {
        counting.played({.transcript = {}, .fault = failed(requests[played], ended.reason)});
        in_vain = false;
      } else {
        in_vain = true;
      }
    }
  }
}

/// Returns whether all requests have been played: the arena was not asked to stop.
bool ArenaProcess::play_some(const std::vector<MatchRequest>& requests, const ArenaHooks& hooks) {
  Process& process = *process_;
  process.page().begun = 0;
  std::size_t played = 0;
  try {
    process.stream().add(Kind::play, arena::to_bytes(requests));
    process.stream().flush();
    for (;;) {
      const Stream::Message message = receive(hooks);
      if (message.kind == Kind::stopped) return played == requests.size();
      if (message.kind == Kind::shown) {
        hooks.shown(std::string(message.content));
      } else if (message.kind == Kind::played && played < requests.size()) {
        PlayedMatch match = arena::match_from(message.content, job_, requests[played]);
        ++played;
        hooks.played(std::move(match));
      } else {
        throw BadMessage();
      }
    }
  } catch (const arena::Closed&) {
    throw Ended{process.end()};
  } catch (const BadMessage&) {
    process.kill();
    throw Ended{"wrote into the socket between its arena and the host"};
  }
}

/// Returns the next message; waits for it, and watches the game meanwhile.
Stream::Message ArenaProcess::receive(const ArenaHooks& hooks) {
  Process& process = *process_;
  for (;;) {
    std::optional<Stream::Message> message;
    try {
      message = process.stream().receive(look_period_ms);
    } catch (const arena::Closed&) {
      throw Ended{process.end()};
    }
    if (!message || now_ns() - looked_ns_ > look_period_ns) {
      looked_ns_ = now_ns();
      check_limits();
      hooks.tick();
      if (hooks.should_stop()) process.page().should_stop = true;
    }
    if (!message) continue;
    if (message->kind != Kind::failure) return *message;
    WireReader in(message->content);
    const auto code = static_cast<Exit>(in.get<std::int32_t>());
    const auto sentence = in.get<std::string>();
    process_.reset();
    throw Failure(code, sentence);
  }
}

void ArenaProcess::check_limits() {
  Process& process = *process_;
  if (process.is_gone()) throw Ended{process.end()};
  const std::uint64_t changes = process.page().watch.changes();
  const std::uint64_t begun = process.page().begun;
  if (!GameWatch::in_game(changes) || changes != changes_ || begun != begun_) still_since_ns_ = looked_ns_;
  changes_ = changes;
  begun_ = begun;
  if (limits_.wall_ns > 0 && looked_ns_ - still_since_ns_ > limits_.wall_ns) {
    process.kill();
    throw Ended{"did not end a call within " + in_seconds(limits_.wall_ns)};
  }
  if (process.resident_bytes() > limits_.memory_bytes) {
    process.kill();
    throw Ended{"took more than " + in_mebibytes(limits_.memory_bytes) + " of memory"};
  }
}

std::string ArenaProcess::failed(const MatchRequest& request, const std::string& reason) const {
  return "the game " + job_.game.description.id + ", seed " + std::to_string(request.seed) + ", " + reason;
}

}  // namespace host

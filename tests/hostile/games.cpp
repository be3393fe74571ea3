// A game that fails in the way that its parameters ask for, in matches with the seed 3 only.
#include "host/arena/messages.hpp"

#include <agon/game.hpp>
#include <agon/strategy.hpp>

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

using host::arena::Kind;

constexpr std::int32_t turns = 4;

struct Observation {
  std::int32_t turn;
};

struct Action {
  std::int32_t number;
};

volatile bool is_deep = false;

[[gnu::noinline]] int grow(volatile char* before) {
  if (is_deep) return 0;
  std::array<volatile char, 4096> room;
  room[0] = before == nullptr ? '\0' : *before;
  return grow(room.data()) + room[0];
}

void write_to_all() {
  const std::string rubbish(1 << 16, '\xff');
  for (int number = 3; number < 256; ++number) {
    if (::fcntl(number, F_SETFL, O_NONBLOCK) == 0) static_cast<void>(!::write(number, rubbish.data(), rubbish.size()));
  }
}

/// Sends a message to the host (host/arena/messages.hpp), and gives it time to act on it.
void send(Kind kind, const std::string& content) {
  const auto size = static_cast<std::uint32_t>(content.size());
  std::string message(reinterpret_cast<const char*>(&size), sizeof size);
  message += static_cast<char>(kind);
  message += content;
  if (::write(host::arena::socket_descriptor, message.data(), message.size()) != static_cast<ssize_t>(message.size()))
    std::abort();
  ::usleep(300'000);
}

/// The memory that is shared with the host, as its map says.
template <class Value>
volatile Value& shared(std::size_t at) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find("memfd:agon-arena") != std::string::npos)
      return *reinterpret_cast<volatile Value*>(std::stoull(line, nullptr, 16) + at);
  }
  std::abort();
}

void wait_for_ever() {
  for (;;) ::pause();
}

void deadlock() {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  ::pthread_mutex_lock(&mutex);
  ::pthread_mutex_lock(&mutex);
}

void fill_memory() {
  for (;;) {
    constexpr std::size_t piece = 16 << 20;
    void* const memory = std::malloc(piece);
    if (memory == nullptr) std::abort();
    std::memset(memory, 1, piece);
  }
}

void leave_child(void (*and_then)()) {
  const pid_t child = ::fork();
  if (child < 0) ::_exit(99);
  if (child == 0) {
    ::sleep(1000);  // the test waits for the end of its output
    ::_exit(0);
  }
  and_then();
}

struct Fault {
  std::string_view name;
  std::function<void()> happen;
};

const Fault faults[] = {
    {"null_write", [] { *static_cast<volatile int*>(nullptr) = 1; }},
    {"stack_overflow", [] { grow(nullptr); }},
    {"abort", [] { std::abort(); }},
    {"trap", [] { __builtin_trap(); }},
    {"divide", [] { ::raise(SIGFPE); }},
    {"bus", [] { ::raise(SIGBUS); }},
    {"exit", [] { std::exit(0); }},
    {"exit_at_once", [] { ::_exit(5); }},
    {"quick_exit", [] { std::quick_exit(0); }},
    {"terminate", [] { std::terminate(); }},
    {"raise_kill", [] { ::raise(SIGKILL); }},
    {"raise_term", [] { ::raise(SIGTERM); }},
    {"loop",
     [] {
       volatile bool goes_on = true;
       while (goes_on) {
       }
     }},
    {"sleep", wait_for_ever},
    {"deadlock", deadlock},
    {"stop", [] { ::raise(SIGSTOP); }},
    {"memory", fill_memory},
    {"close_all",
     [] {
       if (::close_range(host::arena::socket_descriptor, ~0U, 0) != 0) std::abort();
     }},
    {"write_to_all", write_to_all},
    {"thread_crash",
     [] {
       std::thread([] { std::abort(); }).detach();
       wait_for_ever();
     }},
    {"child_and_crash", [] { leave_child([] { std::abort(); }); }},
    {"forge_stop", [] { send(Kind::stopped, ""); }},
    {"forge_success", [] { send(Kind::failure, std::string(4 + 8, '\0')); }},
    {"forge_interrupt", [] { send(Kind::failure, std::string("\x82\0\0\0", 4) + std::string(8, '\0')); }},
    {"forge_result",
     [] { send(Kind::played, std::string(1, '\1') + std::string(8, '\0')); }},  // the game has failed the match
    {"forge_board", [] { send(Kind::shown, "a board"); }},
    {"forge_ready", [] { send(Kind::ready, ""); }},
    {"forge_begun",
     [] {
       shared<std::uint64_t>(offsetof(host::arena::SharedStatus, begun)) = 1'000'000;
       ::raise(SIGFPE);  // not as if it had not found the memory
     }},
    {"ask_to_stop", [] { shared<bool>(offsetof(host::arena::SharedStatus, should_stop)) = true; }},
    {"child_and_exit", [] { leave_child([] { ::_exit(0); }); }},
};

constexpr const char* names =
    "none|null_write|stack_overflow|abort|trap|divide|bus|exit|exit_at_once|quick_exit|terminate|raise_kill|raise_term|"
    "loop|sleep|deadlock|stop|memory|close_all|write_to_all|thread_crash|child_and_crash|child_and_exit|bad_seat|"
    "forge_stop|forge_success|forge_interrupt|forge_result|forge_board|forge_ready|forge_begun|ask_to_stop";

class Faulty {
 public:
  using Observation = ::Observation;
  using Action = ::Action;
  explicit Faulty(agon::Setup& setup)
      : active_(setup.seed() == 3), fault_(setup.settings().text("fault")), where_(setup.settings().text("where")) {
    here("create");
  }
  Faulty(const Faulty&) = delete;
  Faulty& operator=(const Faulty&) = delete;
  ~Faulty() { here("destroy"); }
  [[nodiscard]] std::int32_t to_move() const {
    here("to_move");
    if (active_ && fault_ == "bad_seat") return 7;
    return turn_ < turns ? 0 : AGON_OVER;
  }
  void observe(std::int32_t /*seat*/, Observation& out) const {
    here("observe");
    out.turn = turn_;
  }
  void act(std::int32_t /*seat*/, const Action& /*action*/) {
    ++turn_;
    if (turn_ == turns / 2) here("act");
  }
  void forfeit(std::int32_t /*seat*/, std::int32_t /*outcome*/, std::string_view /*reason*/) { turn_ = turns; }
  [[nodiscard]] double score(std::int32_t /*seat*/) const {
    here("score");
    return 1;
  }
  static constexpr std::uint64_t text_capacity = 32;
  [[nodiscard]] std::string position(std::int32_t /*seat*/) const { return std::to_string(turn_); }
  [[nodiscard]] std::string action_text(const Action& action) const { return std::to_string(action.number); }
  [[nodiscard]] Action parse_action(std::string_view text) const { return {std::atoi(std::string(text).c_str())}; }
  [[nodiscard]] std::string revealed() const { return {}; }

 private:
  void here(std::string_view place) const {
    if (!active_ || where_ != place) return;
    for (const Fault& each : faults) {
      if (each.name == fault_) each.happen();
    }
  }

  bool active_;
  std::string fault_;
  std::string where_;
  std::int32_t turn_ = 0;
};

class Player : public agon::FixedStrategy<Observation, Action> {
 public:
  static constexpr const char* protocol = "faulty/1";
  Action decide(const Observation& seen) override { return {seen.turn}; }
};

constexpr agon_setting_type parameters[] = {
    agon::choice("fault", "what happens", "none", names),
    agon::choice("where", "in which function", "act", "create|destroy|to_move|observe|act|score")};

constexpr agon_game_type game = agon::game_type<Faulty>({.id = "faulty",
                                                         .protocol = "faulty/1",
                                                         .summary = "fails with seed 3",
                                                         .opponent = "player",
                                                         .parameters = parameters});
constexpr agon_strategy_type strategy = agon::strategy_type<Player>({.id = "player"});
constexpr agon_strategy_type other = agon::strategy_type<Player>({.id = "other"});
constexpr const agon_game_type* games[] = {&game};
constexpr const agon_strategy_type* strategies[] = {&strategy, &other};

}  // namespace

constinit const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, "faulty", "1.0.0", 1, 2, games,
                                                strategies};

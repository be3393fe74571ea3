// Measures what the host adds to a turn of a program on a pipe: the same program answers the same lines, once through a
// seat, and once through two bare pipes. Both are on one core.
//
// Short periods of both alternate, and the result is the median of their ratios. So other load on the machine slows
// down both, or affects only one period.
#include "host/match/entrant.hpp"
#include "host/seat/open_seat.hpp"

#include <benchmark/benchmark.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string>
#include <system_error>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t text_size = 64;

double microseconds(Clock::time_point began) {
  return std::chrono::duration<double, std::micro>(Clock::now() - began).count();
}

double middle(std::vector<double>& values) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// A position and actions of 64 letters.
struct Letters final : host::Notation {
  std::string text = std::string(text_size, 'x');
  [[nodiscard]] bool has_notation() const override { return true; }
  [[nodiscard]] std::string position(std::int32_t /*seat*/) const override { return text; }
  [[nodiscard]] std::optional<agon_bytes> parse_action(std::string_view action, std::string& /*why*/) const override {
    return agon_bytes{action.data(), action.size()};
  }
  [[nodiscard]] std::string revealed(std::int32_t /*seat*/) const override { return {}; }
};

struct NoReferee final : host::Referee {
  agon_status act(agon_bytes /*action*/, agon_buffer* /*reply*/, agon_error* /*error*/) override {
    return AGON_TURN_OVER;
  }
};

/// The program with two pipes, and nothing else.
class Bare {
 public:
  Bare() {
    int there[2];
    int back[2];
    if (::pipe(there) != 0 || ::pipe(back) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_adddup2(&files, there[0], 0);
    ::posix_spawn_file_actions_adddup2(&files, back[1], 1);
    for (const int end : {there[0], there[1], back[0], back[1]}) ::posix_spawn_file_actions_addclose(&files, end);
    char name[] = AGON_BENCH_ECHO_PROGRAM;
    char* words[] = {name, nullptr};
    const int fault = ::posix_spawn(&child_, name, &files, nullptr, words, environ);
    ::posix_spawn_file_actions_destroy(&files);
    if (fault != 0) throw std::system_error(fault, std::generic_category(), "spawn");
    ::close(there[0]);
    ::close(back[1]);
    to_child_ = there[1];
    from_child_ = back[0];
  }
  Bare(const Bare&) = delete;
  Bare& operator=(const Bare&) = delete;
  ~Bare() {
    ::close(to_child_);
    ::close(from_child_);
    ::waitpid(child_, nullptr, 0);
  }

  /// Writes a line and reads one. Returns its size.
  std::size_t round_trip(const std::string& line) {
    if (::write(to_child_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) return 0;
    return static_cast<std::size_t>(std::max<ssize_t>(::read(from_child_, room_, sizeof room_), 0));
  }

 private:
  int to_child_ = -1;
  int from_child_ = -1;
  pid_t child_ = -1;
  char room_[4096];
};

void turns_of_a_program(benchmark::State& state, host::Level level) {
  constexpr int stretch = 100;
  const host::Pinned pinned({}, 0, 1);
  host::GameDescription game;
  game.id = "echo";
  game.protocol = "echo/1";
  const host::Entrant entrant =
      host::enter(host::PluginSpec::parse(AGON_BENCH_ECHO_PROGRAM), game, host::Catalogue({}));
  const auto seat = host::open_seat({level, {}, {}}, entrant.file, {}, [] { return false; });
  NoReferee referee;
  Letters letters;
  host::SeatStart start;
  start.game = game.id;
  start.protocol = game.protocol;
  start.limits.cpu_ns = start.limits.wall_ns = 600'000'000'000;
  start.limits.memory_bytes = 64 << 20;
  start.observation_capacity = start.action_capacity = text_size;
  start.notation = &letters;
  if (!seat->begin(start, referee).ok()) return state.SkipWithError("the program can't begin");
  Bare bare;
  const std::string line = "turn 600000 " + letters.text + "\n";
  std::vector<double> turn;
  std::vector<double> piped;
  std::vector<double> ratio;
  for (auto _ : state) {
    auto began = Clock::now();
    for (int count = 0; count < stretch; ++count) {
      agon_bytes action{};
      if (seat->turn(action) != AGON_OUTCOME_OK || action.size != text_size)
        return state.SkipWithError("a turn was lost");
    }
    turn.push_back(microseconds(began) / stretch);
    began = Clock::now();
    for (int count = 0; count < stretch; ++count) {
      if (bare.round_trip(line) != text_size + sizeof "action") return state.SkipWithError("a line was lost");
    }
    piped.push_back(microseconds(began) / stretch);
    ratio.push_back(turn.back() / piped.back());
  }
  seat->end();
  state.counters["turn_us"] = middle(turn);
  state.counters["pipe_us"] = middle(piped);
  state.counters["ratio"] = middle(ratio);
}

/// Measures the start of a program until it is ready, and its end.
void life_of_a_program(benchmark::State& state, host::Level level) {
  host::GameDescription game;
  game.id = "echo";
  game.protocol = "echo/1";
  const host::Entrant entrant =
      host::enter(host::PluginSpec::parse(AGON_BENCH_ECHO_PROGRAM), game, host::Catalogue({}));
  NoReferee referee;
  host::SeatStart start;
  start.game = game.id;
  start.protocol = game.protocol;
  for (auto _ : state) {
    const auto seat = host::open_seat({level, {}, {}}, entrant.file, {}, [] { return false; });
    if (!seat->begin(start, referee).ok()) return state.SkipWithError("the program can't begin");
  }
}

BENCHMARK_CAPTURE(turns_of_a_program, process, host::Level::process)->Iterations(300);
BENCHMARK_CAPTURE(turns_of_a_program, sandbox, host::Level::sandbox)->Iterations(300);
BENCHMARK_CAPTURE(life_of_a_program, process, host::Level::process)->Iterations(50)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(life_of_a_program, sandbox, host::Level::sandbox)->Iterations(50)->Unit(benchmark::kMillisecond);

}  // namespace

// Measures what the host adds to a turn of a program on a pipe: the same program answers the same lines, once through a
// seat, and once through two bare pipes. Both are on one core.
#include "bare_program.hpp"
#include "measure.hpp"

#include "host/match/game_state.hpp"
#include "host/seat/open_seat.hpp"
#include "host/seat/participant.hpp"

#include <benchmark/benchmark.h>
#include <agon/game.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace {

constexpr std::size_t text_size = 64;

/// A game whose position and actions are 64 letters.
class Letters {
 public:
  struct Action {
    char letters[text_size];
  };
  using Observation = Action;
  static constexpr std::uint64_t text_capacity = text_size;

  explicit Letters(const agon::Setup& /*setup*/) {}
  [[nodiscard]] static std::int32_t to_move() { return 0; }
  static void observe(std::int32_t /*seat*/, Observation& /*out*/) {}
  static void act(std::int32_t /*seat*/, const Action& /*action*/) {}
  static void forfeit(std::int32_t /*seat*/, std::int32_t /*outcome*/, std::string_view /*reason*/) {}
  [[nodiscard]] static double score(std::int32_t /*seat*/) { return 0; }
  [[nodiscard]] static std::string position(std::int32_t /*seat*/) { return std::string(text_size, 'x'); }
  [[nodiscard]] static std::string action_text(const Action& action) { return {action.letters, text_size}; }
  [[nodiscard]] static Action parse_action(std::string_view text) {
    Action action{};
    text.copy(action.letters, text_size);
    return action;
  }
  [[nodiscard]] static std::string revealed() { return {}; }
};

std::unique_ptr<host::Seat> echo_seat(host::Level level) {
  host::GameDescription game;
  game.id = "echo";
  game.protocol = "echo/1";
  // Once, as a run does it: its files are copied then.
  static const host::Participant participant =
      host::enter(host::PluginSpec::parse(AGON_BENCH_ECHO_PROGRAM), game, host::Catalogue({}));
  return host::open_seat({level, {}, {}}, participant.file, {}, [] { return false; });
}

void turns_of_a_program(benchmark::State& state, host::Level level) {
  constexpr int stretch = 100;
  const host::Pinned pinned({}, 0, 1);
  const auto seat = echo_seat(level);
  host::NoReferee referee;
  static constexpr agon_game_type type = agon::game_type<Letters>({.id = "letters", .protocol = "letters/1"});
  const host::Game game{nullptr, &type, host::describe(type)};
  const host::GameState letters(game, {});
  host::SeatStart start = bench::echo_start(text_size);
  start.notation = &letters;
  if (!seat->begin(start, referee).ok()) return state.SkipWithError("the program can't begin");
  bench::BareProgram bare({AGON_BENCH_ECHO_PROGRAM});
  const std::string line = "turn 600000 " + letters.position() + "\n";
  bench::Comparison comparison;
  for (auto _ : state) {
    auto began = bench::Clock::now();
    for (int count = 0; count < stretch; ++count) {
      agon_bytes action{};
      if (seat->turn(action) != AGON_OUTCOME_OK || action.size != text_size)
        return state.SkipWithError("a turn was lost");
    }
    const double turn_us = bench::microseconds_since(began) / stretch;
    began = bench::Clock::now();
    for (int count = 0; count < stretch; ++count) {
      if (bare.round_trip(line) != std::string("action ").size() + text_size + 1)
        return state.SkipWithError("a line was lost");
    }
    comparison.add(turn_us, bench::microseconds_since(began) / stretch);
  }
  seat->end();
  comparison.report(state);
}

/// Measures the start of a program until it is ready, and its end.
void life_of_a_program(benchmark::State& state, host::Level level) {
  host::NoReferee referee;
  for (auto _ : state) {
    const auto seat = echo_seat(level);
    if (!seat->begin(bench::echo_start(text_size), referee).ok()) return state.SkipWithError("the program can't begin");
  }
}

BENCHMARK_CAPTURE(turns_of_a_program, process, host::Level::process)->Iterations(300);
BENCHMARK_CAPTURE(turns_of_a_program, sandbox, host::Level::sandbox)->Iterations(300);
BENCHMARK_CAPTURE(life_of_a_program, process, host::Level::process)->Iterations(50)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(life_of_a_program, sandbox, host::Level::sandbox)->Iterations(50)->Unit(benchmark::kMillisecond);

}  // namespace

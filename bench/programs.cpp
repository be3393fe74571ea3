// Measures what the host adds to a turn of a program on a pipe: the same program answers the same lines, once through a
// seat, and once through two bare pipes. Both are on one core.
#include "bare_program.hpp"
#include "measure.hpp"

#include "host/seat/open_seat.hpp"
#include "host/seat/participant.hpp"

#include <benchmark/benchmark.h>

#include <memory>
#include <string>

namespace {

constexpr std::size_t text_size = 64;

/// A position and actions of 64 letters.
struct Letters final : host::Notation {
  std::string text = std::string(text_size, 'x');
  [[nodiscard]] bool has_notation() const override { return true; }
  [[nodiscard]] std::string position(std::int32_t /*seat*/) const override { return text; }
  [[nodiscard]] std::optional<agon_bytes> parse_action(std::string_view action, std::string& /*why*/) const override {
    return agon_bytes{action.data(), action.size()};
  }
  [[nodiscard]] std::string revealed(std::int32_t /*seat*/) const override { return {}; }
  [[nodiscard]] bool is_known_in(host::EngineProtocol /*protocol*/) const override { return false; }
  [[nodiscard]] std::string engine_settings(host::EngineProtocol /*protocol*/) const override { return {}; }
  [[nodiscard]] std::string engine_position(host::EngineProtocol /*protocol*/) const override { return {}; }
  [[nodiscard]] std::optional<agon_bytes> parse_engine(host::EngineProtocol /*protocol*/, std::string_view /*text*/,
                                                       std::string& /*reason*/) const override {
    return std::nullopt;
  }
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
  Letters letters;
  host::SeatStart start = bench::echo_start(text_size);
  start.notation = &letters;
  if (!seat->begin(start, referee).ok()) return state.SkipWithError("the program can't begin");
  bench::BareProgram bare({AGON_BENCH_ECHO_PROGRAM});
  const std::string line = "turn 600000 " + letters.text + "\n";
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

// Measures the framework's overhead per turn in process: to_move, observe, turn and act of a null game and a null
// strategy, with the seat's clock.
//
// The same run also measures a hand-written loop over the same functions: without a clock, with a reading of the time
// stamp counter before and after each turn, and with CLOCK_MONOTONIC instead. "turn" is the time of one turn.
//
// It also measures what a strategy's report costs (agon.analysis/1): the call, and the copy for the host.
#include "null_plugin.hpp"

#include "host/match/match.hpp"
#include "host/plugin/session.hpp"
#include "host/seat/in_process.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace {

using bench::turns_per_match;

void count_turns(benchmark::State& state) {
  state.counters["turn"] =
      benchmark::Counter(static_cast<double>(turns_per_match),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void framework(benchmark::State& state) {
  const host::Game game{nullptr, &bench::null_game(), host::describe(bench::null_game())};
  const auto seat = host::seat_in_process(bench::null_strategy(), {});
  const std::array<host::Seat*, 1> seats = {seat.get()};
  std::vector<agon_limits> limits(1);
  limits.front().cpu_ns = 20'000'000'000;
  for (auto _ : state) {
    host::GameState match(game, {turns_per_match, 1, {}});
    const host::MatchResult result = host::play_match(match, seats, limits, {});
    if (result.seats[0].score != static_cast<double>(turns_per_match)) state.SkipWithError("a turn was lost");
  }
  count_turns(state);
}

constexpr int reports_per_turn = 1000;

struct SilentHost final : host::SessionHost {
  agon_status act(agon_bytes, agon_bytes&, agon_error&) override { return AGON_FAILED; }
  void log(agon_bytes) override {}
  [[nodiscard]] std::int64_t cpu_ns() override { return 0; }
  [[nodiscard]] bool wants_stop() override { return false; }
};

/// A turn of a strategy that only reports, a line of six actions each time.
agon_status report_often(void* self, agon_bytes, agon_buffer*, agon_error*) {
  static constexpr std::string_view line = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6";
  const agon_host* const services = static_cast<const agon_session*>(self)->host;
  const auto* const analysis = static_cast<const agon_analysis*>(services->extension(services, AGON_ANALYSIS));
  for (int report = 0; report < reports_per_turn; ++report) {
    const agon_evaluation evaluation{0.31, AGON_VALUE_CONTEST, 9, 12'000 + report, {line.data(), line.size()}};
    analysis->report(services, &evaluation);
  }
  return AGON_OK;
}

void report(benchmark::State& state) {
  agon_strategy_type type = bench::null_strategy();
  type.create = [](const agon_session* session, void** self, agon_error*) {
    *self = const_cast<agon_session*>(session);
    return static_cast<agon_status>(AGON_OK);
  };
  type.destroy = [](void*) {};
  type.turn = report_often;
  SilentHost silent;
  host::Session session(silent);
  host::EvaluationSlot last{};
  const std::vector<std::string> options;
  agon_error error{};
  host::SessionStart start{.game = "null", .protocol = "null/1", .options = &options, .evaluation = &last};
  if (session.create(type, start, error) != AGON_OK) return state.SkipWithError("the strategy can't be created");
  for (auto _ : state) {
    agon_buffer action{};
    static_cast<void>(session.turn({}, action, error));
    benchmark::DoNotOptimize(last);
  }
  if (last.read()->nodes != 12'000 + reports_per_turn - 1) state.SkipWithError("a report was lost");
  session.destroy();
  state.counters["report"] =
      benchmark::Counter(reports_per_turn, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

std::uint64_t no_clock() {
  return 0;
}

std::uint64_t time_stamp_counter() {
#if defined(__x86_64__)
  return __rdtsc();
#else
  return 0;
#endif
}

std::uint64_t monotonic_clock() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(time.tv_nsec);
}

/// A host without services.
constexpr agon_host silent = {nullptr, [](const agon_host*, const char*) -> const void* { return nullptr; }};

template <std::uint64_t (*clock)()>
void by_hand(benchmark::State& state) {
  const agon_game_type& game = bench::null_game();
  const agon_strategy_type& strategy = bench::null_strategy();
  alignas(16) std::array<char, 64> seen{};
  alignas(16) std::array<char, 8> done{};
  for (auto _ : state) {
    const agon_setup setup = {turns_per_match, 1, 0, nullptr, &silent};
    void* match = nullptr;
    void* player = nullptr;
    agon_error error{};
    game.create(&setup, &match, &error);
    strategy.create(nullptr, &player, &error);
    std::uint64_t used = 0;
    for (std::int32_t seat = game.to_move(match); seat != AGON_OVER; seat = game.to_move(match)) {
      agon_buffer observation = {seen.data(), seen.size(), 0};
      agon_buffer action = {done.data(), done.size(), 0};
      game.observe(match, seat, &observation, &error);
      const std::uint64_t before = clock();
      strategy.turn(player, {observation.data, observation.size}, &action, &error);
      used += clock() - before;
      game.act(match, seat, {action.data, action.size}, nullptr, &error);
    }
    benchmark::DoNotOptimize(used);
    strategy.destroy(player);
    game.destroy(match);
  }
  count_turns(state);
}

BENCHMARK(by_hand<no_clock>)->Name("by hand, no clock")->Unit(benchmark::kMillisecond);
BENCHMARK(by_hand<time_stamp_counter>)->Name("by hand, time stamp counter")->Unit(benchmark::kMillisecond);
BENCHMARK(by_hand<monotonic_clock>)->Name("by hand, CLOCK_MONOTONIC")->Unit(benchmark::kMillisecond);
BENCHMARK(framework)->Name("framework, with its clock")->Unit(benchmark::kMillisecond);
BENCHMARK(report)->Name("1,000 reports");

}  // namespace

// Measures the cost of isolation on one core: a turn at each level compared with a round trip through pipes, the start
// and the end of a worker, and whole matches of Tonga in the sandbox compared with a runner that communicates through
// pipes.
#include "measure.hpp"
#include "pipes.hpp"

#include "host/isolation/exit_report.hpp"
#include "host/match/match.hpp"
#include "host/plugin/spec.hpp"
#include "host/seat/open_seat.hpp"
#include "host/seat/worker_process.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace {

using bench::Clock;
using bench::Comparison;
using bench::median;
using bench::microseconds_since;
using host::NoReferee;

constexpr host::Level none = host::Level::none;
constexpr host::Level process = host::Level::process;
constexpr host::Level sandbox = host::Level::sandbox;

/// Returns the start data for the strategy that echoes its observation.
host::SeatStart echo_start() {
  return bench::echo_start(bench::Pipes::message_size);
}

host::StrategyFile echo_file() {
  host::StrategyFile file;
  file.build = host::Build::take(AGON_BENCH_ECHO);
  file.description.id = "echo";
  file.description.protocol = "echo/1";
  return file;
}

/// Measures turns of 64 bytes in each direction. With `clock`, reads the CPU clock after each turn, like a host that
/// checks the time that often.
void turns(benchmark::State& state, host::Level level, bool clock) {
  constexpr int stretch = 100;
  const auto seat = host::open_seat({.level = level}, echo_file(), {}, [] { return false; });
  NoReferee referee;
  if (!seat->begin(echo_start(), referee).ok()) return state.SkipWithError("the seat can't begin");
  bench::Pipes pipes;
  char message[bench::Pipes::message_size] = {};
  Comparison comparison;
  for (auto _ : state) {
    auto began = Clock::now();
    for (int count = 0; count < stretch; ++count) {
      agon_buffer& observation = seat->observation();
      message[0] = static_cast<char>(count);
      std::memcpy(observation.data, message, sizeof message);
      observation.size = sizeof message;
      agon_bytes action{};
      if (seat->turn(action) != AGON_OUTCOME_OK || std::memcmp(action.data, message, sizeof message) != 0)
        return state.SkipWithError("a turn was lost");
      if (clock) benchmark::DoNotOptimize(seat->usage().cpu_ns);
    }
    const double turn_us = microseconds_since(began) / stretch;
    began = Clock::now();
    for (int count = 0; count < stretch; ++count) {
      if (!pipes.round_trip(message)) return state.SkipWithError("a message was lost");
    }
    comparison.add(turn_us, microseconds_since(began) / stretch);
  }
  seat->end();
  comparison.report(state);
}

/// Measures the start of a worker until it has loaded its library and waits, and its end.
void life(benchmark::State& state, host::Level level) {
  const host::StrategyFile file = echo_file();
  const host::SeatStart start = echo_start();
  host::WorkerSpec spec;
  spec.build = file.build;
  spec.level = level;
  spec.task.strategy = file.description.id;
  spec.task.strategy_protocol = file.description.protocol;
  spec.task.game = start.game;
  spec.task.protocol = start.protocol;
  spec.start.observation_capacity = start.observation_capacity;
  spec.start.action_capacity = start.action_capacity;
  spec.start.memory_bytes = start.limits.memory_bytes;
  std::vector<double> begin;
  std::vector<double> end;
  for (auto _ : state) {
    auto began = Clock::now();
    auto worker = std::make_unique<host::WorkerProcess>(spec);
    worker->begin(start.limits, nullptr);
    if (!worker->start()) return state.SkipWithError(host::classify_exit(worker->exit_report()).reason.c_str());
    begin.push_back(microseconds_since(began) / 1000);
    began = Clock::now();
    worker.reset();
    end.push_back(microseconds_since(began) / 1000);
  }
  state.counters["start_ms"] = median(begin);
  state.counters["end_ms"] = median(end);
}

/// Counts plies.
struct Counter final : host::Spectator {
  void begun(const host::GameState& /*state*/) override {}
  void acted(const host::GameState& /*state*/, std::int32_t /*seat*/, agon_bytes /*action*/) override { ++plies; }
  void forfeited(const host::GameState& /*state*/, std::int32_t /*seat*/, const host::Outcome& /*outcome*/) override {
    failed = true;
  }
  double plies = 0;
  bool failed = false;
};

/// Random against random on a board of size 6: one iteration is a match.
void tonga(benchmark::State& state, host::Level level) {
  constexpr double runner_us = 60;  // CPU time per ply of an established chess match runner with pipes
  const host::Catalogue catalogue({AGON_BENCH_PLUGINS});
  const host::Game game = catalogue.game("tonga");
  const host::StrategyFile random = catalogue.strategy("random", game.description);
  std::array<std::unique_ptr<host::Seat>, 2> seats;
  for (auto& seat : seats) seat = host::open_seat({.level = level}, random, {}, [] { return false; });
  const std::array<host::Seat*, 2> pointers = {seats[0].get(), seats[1].get()};
  const auto parameters = host::resolve(game.description.parameters, {{"n", "6"}}, "tonga", "parameter");
  Counter counter;
  const std::array<host::Spectator*, 1> spectators = {&counter};
  const std::vector<agon_limits> limits(2, game.description.limits);
  std::uint64_t seed = 0;
  const auto began = Clock::now();
  for (auto _ : state) {
    host::GameState match(game, {++seed, 2, parameters});
    host::play_match(match, pointers, limits, spectators);
  }
  const double ply_us = microseconds_since(began) / counter.plies;
  if (counter.failed) state.SkipWithError("a seat failed");
  state.counters["matches"] = benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  state.counters["ply_us"] = ply_us;
  state.counters["factor"] = runner_us / ply_us;
}

}  // namespace

int main(int count, char** words) {
  benchmark::Initialize(&count, words);
  const host::Pinned pinned({}, 0, 1);
  const auto add_turns = [](const char* name, host::Level level, bool clock) {
    benchmark::RegisterBenchmark(name, turns, level, clock)->UseRealTime()->Iterations(2000);
  };
  add_turns("turn, none", none, false);
  add_turns("turn, process", process, false);
  add_turns("turn, sandbox", sandbox, false);
  add_turns("turn, sandbox, CPU clock read", sandbox, true);
  benchmark::RegisterBenchmark("worker, process", life, process)->UseRealTime()->Iterations(200);
  benchmark::RegisterBenchmark("worker, sandbox", life, sandbox)->UseRealTime()->Iterations(200);
  benchmark::RegisterBenchmark("tonga, none", tonga, none)->UseRealTime()->Iterations(10'000);
  benchmark::RegisterBenchmark("tonga, process", tonga, process)->UseRealTime()->Iterations(10'000);
  benchmark::RegisterBenchmark("tonga, sandbox", tonga, sandbox)->UseRealTime()->Iterations(10'000);
  benchmark::RunSpecifiedBenchmarks();
}

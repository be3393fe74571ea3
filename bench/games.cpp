// Measures random play in actions per second: with each game's bare rules, and in the in-process host with the shipped
// strategy that plays the same way. The difference is the cost of the plugin interface, the observations and the host.
#include "playouts/playouts.hpp"

#include "host/match/match.hpp"
#include "host/seat/in_process.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace {

constexpr std::uint64_t seeds = 64;  // both play the same setups

void bare(benchmark::State& state, bench::Playout playout) {
  std::uint64_t actions = 0;
  std::uint64_t seed = 0;
  for (auto _ : state) actions += playout(1 + seed++ % seeds);
  state.SetItemsProcessed(static_cast<std::int64_t>(actions));
}

/// Counts actions.
class Counter final : public host::Spectator {
 public:
  void acted(const host::GameState& /*state*/, std::int32_t /*seat*/, agon_bytes /*action*/) override { ++actions; }
  void forfeited(const host::GameState& /*state*/, std::int32_t /*seat*/, const host::Outcome& /*outcome*/) override {
    failed = true;
  }
  std::int64_t actions = 0;
  bool failed = false;
};

void through_host(benchmark::State& state, const host::Game& game, const host::StrategyFile& strategy) {
  std::vector<std::string> options;
  for (const auto& option : strategy.description.options) options.push_back(*option.fallback);
  std::vector<std::unique_ptr<host::Seat>> seats;
  std::vector<host::Seat*> pointers;
  for (std::uint32_t seat = 0; seat < game.description.max_seats; ++seat) {
    seats.push_back(host::open_in_process(strategy, options, [] { return false; }));
    pointers.push_back(seats.back().get());
  }
  host::Setup setup{0, static_cast<std::int32_t>(seats.size()), {}};
  for (const auto& parameter : game.description.parameters) setup.parameters.push_back(parameter.fallback);
  Counter counter;
  const std::vector<host::Spectator*> spectators = {&counter};
  const std::vector<agon_limits> limits(pointers.size(), game.description.limits);
  for (auto _ : state) {
    setup.seed = 1 + setup.seed % seeds;
    host::GameState match(game, setup);
    host::play_match(match, pointers, limits, spectators);
  }
  if (counter.failed) state.SkipWithError("a seat failed");
  state.SetItemsProcessed(counter.actions);
}

}  // namespace

int main(int count, char** words) {
  benchmark::Initialize(&count, words);
  const host::Catalogue catalogue({AGON_BENCH_PLUGINS});
  std::vector<host::Game> games;
  games.reserve(bench::bare_games().size());
  for (const bench::BareGame& each : bench::bare_games()) {
    games.push_back(catalogue.game(each.game));
    const host::Game& game = games.back();
    const std::string name = each.game;
    benchmark::RegisterBenchmark((name + ", bare rules").c_str(), bare, each.playout);
    benchmark::RegisterBenchmark((name + ", through the host").c_str(), through_host, game,
                                 catalogue.strategy(each.strategy, game.description));
  }
  benchmark::RunSpecifiedBenchmarks();
}

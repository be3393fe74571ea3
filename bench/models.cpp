// Playouts of uniformly random actions, as a search makes them: from one of several start positions to the end, over
// the game's bare rules and through the game's model. What the second costs more is the plugin's border and the checks
// of act().
#include "playouts/searched.hpp"

#include "host/plugin/catalogue.hpp"

#include <benchmark/benchmark.h>
#include <agon/model.hpp>
#include <agon/random.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

constexpr std::uint64_t starts = 16;  // the same matches' setups in both

void bare(benchmark::State& state, const bench::SearchedGame& game) {
  const auto playout = game.playouts(starts);
  std::uint64_t actions = 0;
  std::uint64_t number = 0;
  for (auto _ : state) {
    actions += playout(number % starts, number);
    ++number;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(actions));
}

agon::State start_of(const agon::Model& model, const bench::SearchedGame& searched, std::uint64_t seed) {
  const agon_game_type& game = model.game();
  std::vector<agon_setting> settings;
  for (std::uint32_t index = 0; index < game.parameter_count; ++index) {
    const agon_setting_type& parameter = game.parameters[index];
    const auto set = searched.parameters.find(parameter.name);
    settings.push_back({parameter.name, set == searched.parameters.end() ? parameter.fallback : set->second.c_str()});
  }
  static constexpr agon_host silent = {nullptr, [](const agon_host*, const char*) -> const void* { return nullptr; }};
  const auto seats = static_cast<std::int32_t>(game.max_seats);
  const agon_setup setup = {seed, seats, game.parameter_count, settings.data(), &silent};
  void* raw = nullptr;
  agon_error error{};
  if (const agon_status status = game.create(&setup, &raw, &error); status != AGON_OK)
    throw agon::Failure(status, error.text);
  const agon::State match(game, model.raw(), raw);
  const std::vector<std::byte> seen = match.observation(0);
  return model.determinise(seats, 0, {seen.data(), seen.size()}, seed);
}

void through_model(benchmark::State& state, const bench::SearchedGame& searched, const agon_game_type& game) {
  const agon::Model model(game);
  std::vector<agon::State> roots;
  for (std::uint64_t seed = 1; seed <= starts; ++seed) roots.push_back(start_of(model, searched, seed));
  agon::State played = roots.front();
  std::uint64_t actions = 0;
  std::uint64_t number = 0;
  for (auto _ : state) {
    played = roots[number % starts];
    played.resample(AGON_ALL_SEATS, number);
    agon::QuickRandom random(number);
    actions += played.play_out(random);
    ++number;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(actions));
}

}  // namespace

int main(int count, char** words) {
  benchmark::Initialize(&count, words);
  const host::Catalogue catalogue({AGON_BENCH_PLUGINS});
  std::vector<host::Game> games;
  games.reserve(bench::searched_games().size());
  for (const bench::SearchedGame& each : bench::searched_games()) {
    games.push_back(catalogue.game(each.game));
    const std::string name = each.game;
    benchmark::RegisterBenchmark((name + ", bare rules").c_str(), bare, each);
    benchmark::RegisterBenchmark((name + ", through the model").c_str(), through_model, each, *games.back().type);
  }
  benchmark::RunSpecifiedBenchmarks();
}

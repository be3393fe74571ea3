// Measures whole runs: matches per second with one job and with two, and the host's overhead per match for the
// schedule, the results database and the table.
#include "host/plugin/spec.hpp"
#include "host/store/store.hpp"
#include "host/tournament/run.hpp"
#include "host/tournament/run_store.hpp"
#include "host/tournament/tally.hpp"
#include "tests/support/temporary_folder.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <filesystem>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

host::RunPlan plan_of(const std::string& first, const std::string& second, int size, std::size_t matches) {
  const host::Catalogue catalogue({AGON_BENCH_PLUGINS});
  host::RunPlan plan;
  plan.game = catalogue.take(catalogue.find_game("tonga"));
  const host::GameDescription& game = plan.game.description;
  plan.parameters = host::resolve(game.parameters, {{"n", std::to_string(size)}}, game.id, "parameter");
  for (const std::string& name : {first, second})
    plan.participants.push_back(host::enter(host::PluginSpec::parse(name), game, catalogue));
  std::vector<std::uint64_t> seeds(matches);
  std::iota(seeds.begin(), seeds.end(), 1U);
  plan.schedule = host::Schedule::matches(std::move(seeds), host::SeatingRule::parse("draw", 2));
  plan.limits = game.limits;
  return plan;
}

void play(const host::RunPlan& plan) {
  host::Tally tally(2, plan.game.description.contest);
  std::optional<host::RunStore> archive;
  if (plan.database) archive.emplace(plan, host::Words{"bench"});
  host::RunHooks hooks;
  hooks.finished = [&](const std::vector<host::FinishedMatch>& matches) {
    if (archive) archive->add(matches);
    for (const host::FinishedMatch& match : matches) tally.add(match.result, match.scheduled.seating);
  };
  hooks.should_stop = [] { return false; };
  host::play_run(plan, hooks);
  if (archive) archive->finish(false);
  benchmark::DoNotOptimize(tally.rows().front().wins);
}

constexpr std::size_t long_matches = 40;

/// Matches with computing strategies. The CPU time is used by the workers, so real time is measured.
void thinking(benchmark::State& state) {
  host::RunPlan plan = plan_of("server", "server,perimeter=edges,name=edges", 16, long_matches);
  plan.jobs = static_cast<std::size_t>(state.range(0));
  for ([[maybe_unused]] const auto iteration : state) play(plan);
  state.counters["matches"] = benchmark::Counter(
      static_cast<double>(long_matches) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(thinking)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

constexpr std::size_t short_matches = 5000;

/// Matches without computing, in process, with and without a database: the time is the host's overhead.
void bookkeeping(benchmark::State& state) {
  const support::TemporaryFolder folder;
  host::RunPlan plan = plan_of("random", "random,name=other", 6, short_matches);
  plan.sandbox.level = host::Level::none;
  std::int64_t number = 0;
  for ([[maybe_unused]] const auto iteration : state) {
    if (state.range(0) == 1) {
      plan.database = folder.path() / (std::to_string(number++) + ".db");
      plan.look_up = true;
    }
    play(plan);
  }
  state.counters["us a match"] =
      benchmark::Counter(static_cast<double>(short_matches) * static_cast<double>(state.iterations()) / 1e6,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(bookkeeping)->ArgName("database")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace

// Measures the results database: adding a match, finding one, reading a million, and computing standings from them.
#include "host/store/store.hpp"
#include "host/tournament/standings.hpp"
#include "tests/support/temporary_folder.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <sys/resource.h>

namespace {

namespace fs = std::filesystem;

/// Matches of two seats, one per seed, between strategies that alternate in moving first.
struct Matches {
  host::Conditions conditions{.game = "game",
                              .version = "1.0.0",
                              .protocol = "game/1",
                              .sha256 = std::string(64, '0'),
                              .parameters = {{"n", "8"}, {"k", "3"}}};
  host::Result match;
  host::MatchIdentity identity;

  Matches() {
    const auto seat = [](const std::string& name, char digit) {
      return host::SeatIdentity{name, name, "1.0.0", std::string(64, digit), {{"depth", "3"}, {"width", "10"}}};
    };
    identity = {.conditions = conditions, .seats = {seat("first", '1'), seat("second", '2')}};
    match.conditions = std::make_shared<const host::Conditions>(conditions);
    for (const host::SeatIdentity& each : identity.seats)
      match.strategies.push_back(std::make_shared<const host::SeatIdentity>(each));
    match.place.names = {"first", "second"};
    match.seats = {{1.5, {}, {123'456, 234'567, 4000, 32}}, {2.5, {}, {654'321, 765'432, 5000, 31}}};
    match.contest = {0, 1};
  }

  std::string key(std::uint64_t number) {
    std::swap(match.place.names[0], match.place.names[1]);
    std::swap(match.strategies[0], match.strategies[1]);
    std::swap(identity.seats[0], identity.seats[1]);
    match.place.number = number;
    match.place.block = number / 2;
    match.seed = identity.seed = number / 2;
    return host::key(identity);
  }
};

/// The database for reading benchmarks, created on first use.
struct Million {
  static constexpr std::uint64_t count = 1'000'000;
  const support::TemporaryFolder folder{fs::current_path()};  // /tmp may be in memory
  host::Store store{folder.path() / "agon.db"};
  Matches matches;
  host::RunId run = store.begin_run({.command = {"host"}, .game = "game", .version = "1.0.0", .host = "1.0.0"});

  Million() {
    for (std::uint64_t number = 0; number < count; ++number) {
      const std::string key = matches.key(number);
      store.add(run, key, matches.match);
    }
  }
};

Million& million() {
  static Million all;
  return all;
}

}  // namespace

static void key(benchmark::State& state) {
  Matches matches;
  std::uint64_t number = 0;
  for (auto _ : state) benchmark::DoNotOptimize(matches.key(number++));
}
BENCHMARK(key);

/// The same steps as in a run: searches for the match, which is missing, and stores it in a transaction.
static void find_and_add(benchmark::State& state) {
  const support::TemporaryFolder folder{fs::current_path()};  // /tmp may be in memory
  host::Store store(folder.path() / "agon.db");
  Matches matches;
  const host::RunId run = store.begin_run({.command = {"host"}, .game = "game", .version = "1.0.0", .host = "1.0.0"});
  std::uint64_t number = 0;
  for (auto _ : state) {
    const std::string key = matches.key(number++);
    if (store.find(key)) state.SkipWithError("there is a match that was not played");
    store.add(run, key, matches.match);
  }
}
BENCHMARK(find_and_add)->Iterations(100'000)->UseRealTime();

/// Finds one match among a million.
static void find(benchmark::State& state) {
  Million& all = million();
  std::uint64_t number = 0;
  for (auto _ : state) {
    if (!all.store.find(all.matches.key(number++ * 7919 % Million::count))) state.SkipWithError("a match is missing");
  }
}
BENCHMARK(find)->UseRealTime();

static void read_a_million(benchmark::State& state) {
  Million& all = million();
  for (auto _ : state) {
    double sum = 0;
    all.store.for_each_match({.run = all.run}, [&](const host::Result& match) { sum += match.contest[0]; });
    benchmark::DoNotOptimize(sum);
  }
  state.counters["bytes a match"] =
      static_cast<double>(fs::file_size(all.folder.path() / "agon.db")) / static_cast<double>(Million::count);
}
BENCHMARK(read_a_million)->Unit(benchmark::kSecond)->Iterations(1)->UseRealTime();

/// Returns the peak memory of this process.
static double peak_mib() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// The same steps as in `host standings`: reads a million matches, and computes everything that it shows. The memory is
/// that of the process, including the creation of the database.
static void standings(benchmark::State& state, bool by_seed) {
  Million& all = million();
  for (auto _ : state) {
    host::Standings standings(AGON_CONTEST_SUM);
    host::Filter filter{.run = all.run};
    if (by_seed) filter = {.game = "game", .by_seed = true};
    all.store.for_each_match(filter, [&](const host::Result& match) { standings.add(match); });
    const host::StandingsTable table = standings.finish();
    if (table.matches != Million::count) state.SkipWithError("matches are missing");
  }
  state.counters["peak MiB"] = peak_mib();
}
BENCHMARK_CAPTURE(standings, of_a_run, false)->Unit(benchmark::kSecond)->Iterations(1)->UseRealTime();
BENCHMARK_CAPTURE(standings, of_all_runs, true)->Unit(benchmark::kSecond)->Iterations(1)->UseRealTime();

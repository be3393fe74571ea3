// Measures statistics: adding a match to a rating, fitting it, comparing two strategies, and evaluating a sequential
// test after each seed.
#include "host/stats/draw.hpp"
#include "host/stats/elo.hpp"
#include "host/stats/rating.hpp"
#include "host/stats/sequential.hpp"
#include "host/stats/significance.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <vector>

namespace {

constexpr std::uint32_t players = 10;

/// Counts one match of each pair on each seed; the higher number wins three times in five.
stats::RankingCounts counted(std::int64_t matches) {
  stats::RankingCounts counts(players);
  stats::Draw draw(1);
  for (std::uint64_t seed = 1;; ++seed) {
    for (std::uint32_t first = 0; first < players; ++first) {
      for (std::uint32_t second = 0; second < first; ++second) {
        if (matches-- == 0) return counts;
        counts.add(seed, std::array<stats::PlayerScore, 2>{{{first, draw.below(5) < 3 ? 1.0 : 0.0}, {second, 0.5}}});
      }
    }
  }
}

std::vector<double> scores(std::int64_t seeds, std::uint64_t seed) {
  stats::Draw draw(seed);
  std::vector<double> values(static_cast<std::size_t>(seeds));
  for (double& value : values) value = draw.fraction();
  return values;
}

void count_matches(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(counted(state.range(0)));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void rate(benchmark::State& state) {
  const stats::RankingCounts counts = counted(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(stats::rate(counts));
}

void compare(benchmark::State& state) {
  const std::vector<double> first = scores(state.range(0), 1);
  const std::vector<double> second = scores(state.range(0), 2);
  for (auto _ : state) benchmark::DoNotOptimize(stats::compare(first, second));
}

void sequential_seed(benchmark::State& state) {
  const std::vector<double> differences = scores(1000, 3);
  for (auto _ : state) {
    stats::SequentialTest test;
    for (const double difference : differences) benchmark::DoNotOptimize(test.add(difference - 0.5));
  }
  state.SetItemsProcessed(state.iterations() * 1000);
}

void sprt_pair(benchmark::State& state) {
  stats::Pentanomial counts = {13, 37, 50, 25, 3};
  for (auto _ : state) {
    ++counts[2];
    benchmark::DoNotOptimize(stats::verdict({}, counts));
  }
}

BENCHMARK(count_matches)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(rate)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(compare)->Arg(1000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(sequential_seed)->Unit(benchmark::kMicrosecond);
BENCHMARK(sprt_pair)->Unit(benchmark::kMicrosecond);

}  // namespace

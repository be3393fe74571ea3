// Measures writing, reading and replaying transcripts, and how the time grows with their length.
#include "host/match/replay.hpp"
#include "tests/support/long_match.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <ctime>
#include <string>

#include <sys/resource.h>

namespace {

constexpr std::uint64_t few = 100'000;
constexpr std::uint64_t many = 1'000'000;

const host::Game& game() {
  static const host::Game counting = support::long_counting();
  return counting;
}

/// A match with a given number of actions, and its line.
struct Match {
  explicit Match(std::uint64_t actions)
      : transcript(support::long_match(game(), actions)), line(host::to_line(transcript, game().description)) {}
  host::Transcript transcript;
  std::string line;
};

void write(const Match& match) {
  benchmark::DoNotOptimize(host::to_line(match.transcript, game().description));
}

void read(const Match& match) {
  benchmark::DoNotOptimize(host::parse_transcript(match.line, "file"));
}

void replay(const Match& match) {
  host::GameState state(game(), host::setup_of(match.transcript, game(), "file"));
  benchmark::DoNotOptimize(host::replay(match.transcript, state, {}));
}

double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// Measures the time for a million actions, and its ratio to that for a hundred thousand: 10 if the time is linear.
void growth(benchmark::State& state, void (*work)(const Match&)) {
  const Match short_one(few);
  const Match long_one(many);
  double short_time = 0;
  double long_time = 0;
  for (auto _ : state) {
    const double begun = cpu_seconds();
    work(short_one);
    const double between = cpu_seconds();
    work(long_one);
    const double ended = cpu_seconds();
    short_time += between - begun;
    long_time += ended - between;
    state.SetIterationTime(ended - between);
  }
  state.counters["ratio"] = long_time / short_time;
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_MiB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

BENCHMARK_CAPTURE(growth, write, write)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(growth, read, read)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(growth, replay, replay)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace

// Measures what the host adds to matches of Python programs, in CPU time of all processes: random against random in
// Tonga on a board of 6. The baseline are two Python loops that get the same lines from this program through bare
// pipes, and whose answers it reads and ignores.
#include "bare_program.hpp"
#include "measure.hpp"

#include "host/match/match.hpp"
#include "host/plugin/spec.hpp"
#include "host/plugin/ticks.hpp"
#include "host/seat/open_seat.hpp"
#include "host/seat/participant.hpp"
#include "host/seat/program_messages.hpp"
#include "tests/support/temporary_folder.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr const char* python = "/usr/bin/python3";
constexpr std::uint64_t matches_per_period = 20;

/// The lines for one of two programs, each with whether the program answers.
struct Line {
  std::size_t program;
  bool answered;
  std::string text;
};

/// Collects the lines that two programs get in a match.
class Lines final : public host::Spectator {
 public:
  explicit Lines(const agon_limits& limits) : limits_(limits) {}

  void begun(const host::GameState& state) override {
    for (const int seat : {0, 1}) add(seat, false, host::new_message(seat, 2, state.setup().seed, limits_));
    add_turn(state);
  }
  void acted(const host::GameState& state, std::int32_t /*seat*/, agon_bytes /*action*/) override {
    if (!state.over()) return add_turn(state);
    for (const int seat : {0, 1}) add(seat, false, "end\n");
  }
  void forfeited(const host::GameState& /*state*/, std::int32_t /*seat*/, const host::Outcome& /*outcome*/) override {
    failed = true;
  }

  std::vector<Line> all;
  bool failed = false;

 private:
  void add(std::int32_t seat, bool answered, std::string text) {
    all.push_back({static_cast<std::size_t>(seat), answered, std::move(text)});
  }
  void add_turn(const host::GameState& state) {
    std::string line;
    host::write_turn_message(line, limits_.cpu_ns, state.position(state.to_move()));
    add(state.to_move(), true, line);
  }

  agon_limits limits_;
};

/// Two programs that play each other through the host.
class Played {
 public:
  Played(const fs::path& script, host::Level level)
      : catalogue_({AGON_BENCH_PLUGINS}),
        game_(catalogue_.game("tonga")),
        parameters_(host::resolve(game_.description.parameters, {{"n", "6"}}, "tonga", "parameter")) {
    const host::Participant participant = host::enter(
        host::PluginSpec::parse("run:" + std::string(python) + " " + script.string()), game_.description, catalogue_);
    for (auto& seat : seats_) seat = host::open_seat({level, {}, {}}, participant.file, {}, [] { return false; });
  }

  [[nodiscard]] const agon_limits& limits() const { return game_.description.limits; }

  /// Plays a match. Returns the CPU time of the programs.
  std::int64_t match(std::span<host::Spectator* const> spectators) {
    host::GameState state(game_, {++seed_, 2, parameters_});
    const std::array<host::Seat*, 2> pointers = {seats_[0].get(), seats_[1].get()};
    const host::MatchResult result = host::play_match(state, pointers, {limits(), limits()}, spectators);
    return result.seats[0].usage.cpu_ns + result.seats[1].usage.cpu_ns;
  }

 private:
  host::Catalogue catalogue_;
  host::Game game_;
  std::vector<std::optional<std::string>> parameters_;
  std::array<std::unique_ptr<host::Seat>, 2> seats_;
  std::uint64_t seed_ = 0;
};

/// The modules of the template beside the bots that use them.
fs::path project(const support::TemporaryFolder& folder) {
  const fs::path sources = AGON_BENCH_SOURCES;
  folder.copy(sources / "sdk/templates/program/python/agon.py", "agon.py");
  folder.copy(sources / "plugins/tonga/templates/python/tonga.py", "tonga.py");
  for (const char* const bot : {"random_bot.py", "random_template_bot.py"}) folder.copy(sources / "bench" / bot, bot);
  return folder.path();
}

void matches(benchmark::State& state, const char* script, host::Level level) {
  ::unsetenv("PYTHONUNBUFFERED");  // the sandbox does not pass it on
  const support::TemporaryFolder folder;
  const host::Pinned pinned({}, 0, 1);
  Played played(project(folder) / script, level);
  Lines lines(played.limits());
  const std::array<host::Spectator*, 1> recorder = {&lines};
  for (std::uint64_t count = 0; count < matches_per_period; ++count) played.match(recorder);
  if (lines.failed) return state.SkipWithError("a program failed");

  const std::string loop = (folder.path() / "random_bot.py").string();
  bench::BareProgram first({python, loop});
  bench::BareProgram second({python, loop});
  const std::array<bench::BareProgram*, 2> bare = {&first, &second};
  for (bench::BareProgram* const each : bare) each->round_trip("start\n");
  const auto own_ns = [] { return host::read_clock(CLOCK_PROCESS_CPUTIME_ID); };
  const auto turns = static_cast<double>(matches_per_period * 36);
  bench::Comparison comparison;
  for (auto _ : state) {
    std::int64_t host_ns = -own_ns();
    for (std::uint64_t count = 0; count < matches_per_period; ++count) host_ns += played.match({});
    host_ns += own_ns();
    std::int64_t bare_ns = -own_ns() - first.cpu_ns() - second.cpu_ns();
    for (const Line& line : lines.all) {
      if (!line.answered)
        bare[line.program]->write(line.text);
      else if (bare[line.program]->round_trip(line.text) == 0)
        return state.SkipWithError("a line was lost");
    }
    bare_ns += own_ns() + first.cpu_ns() + second.cpu_ns();
    comparison.add(static_cast<double>(host_ns) / 1000 / turns, static_cast<double>(bare_ns) / 1000 / turns);
  }
  comparison.report(state);
}

BENCHMARK_CAPTURE(matches, loop_process, "random_bot.py", host::Level::process)->Iterations(50);
BENCHMARK_CAPTURE(matches, loop_sandbox, "random_bot.py", host::Level::sandbox)->Iterations(50);
BENCHMARK_CAPTURE(matches, template_process, "random_template_bot.py", host::Level::process)->Iterations(50);
BENCHMARK_CAPTURE(matches, template_sandbox, "random_template_bot.py", host::Level::sandbox)->Iterations(50);

}  // namespace

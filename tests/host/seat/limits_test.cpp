// Limits of one strategy among its options.
#include "host/seat/limits.hpp"
#include "host/seat/isolation.hpp"
#include "tests/host/seat/orders.hpp"
#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>
#include <agon/limits.hpp>

#include <string>

namespace {

using host::Assignments;
using host::GivenLimits;

std::string spelled(const std::string& option) {
  return option;
}

constexpr std::int64_t second_ns = 1'000'000'000;

agon_limits of_all() {
  agon_limits limits{};
  limits.cpu_ns = 20 * second_ns;
  limits.increment_ns = second_ns;
  limits.memory_bytes = 64 << 20;
  limits.threads = 1;
  limits.wall_ns = host::wall_limit_for(limits);
  return limits;
}

}  // namespace

TEST_CASE("limits are taken out of the options, and are written so that they are read again") {
  Assignments options = {{"depth", "3"}, {"time", "2.50"}, {"limit.threads", "4"}, {"turn-time", "1"}};
  const GivenLimits limits = host::take_limits(options, {"depth"}, "strategy mybot");
  CHECK(options == Assignments{{"depth", "3"}});
  CHECK(limits.time == 2.5);
  CHECK(limits.turn_time == 1);
  CHECK(limits.threads == 4);
  CHECK(!limits.memory);
  Assignments written = host::assignments_of(limits);
  CHECK(written == Assignments{{"limit.time", "2.5"}, {"limit.turn-time", "1"}, {"limit.threads", "4"}});
  const GivenLimits again = host::take_limits(written, host::limit_names(), "strategy mybot");
  CHECK(written.empty());
  CHECK(host::assignments_of(again) == host::assignments_of(limits));
}

TEST_CASE("a word that the strategy has as an option is the strategy's, and the limit has the prefix") {
  Assignments options = {{"time", "long"}, {"limit.time", "2"}, {"memory", "9"}};
  const GivenLimits limits = host::take_limits(options, {"time"}, "strategy mybot");
  CHECK(options == Assignments{{"time", "long"}});
  CHECK(limits.time == 2);
  CHECK(limits.memory == 9);
}

TEST_CASE("a strategy has its own limits, and all others as the other strategies") {
  const agon_limits limits = host::own_limits(of_all(), {.memory = 128, .threads = 2}, spelled);
  CHECK(limits.cpu_ns == of_all().cpu_ns);
  CHECK(limits.wall_ns == of_all().wall_ns);
  CHECK(limits.memory_bytes == 128 << 20);
  CHECK(limits.threads == 2);
}

TEST_CASE("the usual limit of wall-clock time follows the time of the strategy, and another one does not") {
  const agon_limits longer = host::own_limits(of_all(), {.time = 100}, spelled);
  CHECK(longer.wall_ns == host::wall_limit_for(longer));
  CHECK(longer.wall_ns > of_all().wall_ns);
  CHECK(host::own_limits(of_all(), {.time = 100, .wall = 7}, spelled).wall_ns == 7 * second_ns);
  const host::RunLimits given(of_all(), true);  // the user has named the usual limit
  CHECK(host::own_limits(given, {.time = 100}, spelled).wall_ns == of_all().wall_ns);
  agon_limits patient = of_all();
  patient.wall_ns = 9 * second_ns;
  CHECK(host::own_limits(patient, {.time = 100}, spelled).wall_ns == 9 * second_ns);
}

TEST_CASE("without a limit of time there is no increment") {
  CHECK(host::own_limits(of_all(), {.time = 0}, spelled).increment_ns == 0);
  const auto refusal =
      support::refusal([] { return host::own_limits(of_all(), {.time = 0, .increment = 1}, spelled); });
  CHECK(refusal.says("increment 1 needs a limit of CPU time"));
}

// Options are tried before a run, in an instance of which no match sees anything.
namespace {

/// What "crash" is set to; nothing comes of it if the strategy takes it, or fails in another way.
std::optional<std::string> refusal(host::Level level, const std::string& crash) {
  return host::refusal_of({.level = level}, orders::file(AGON_TEST_OBEDIENT), {crash}, orders::start());
}

}  // namespace

TEST_CASE("a strategy that refuses its options says why, at every level of isolation") {
  for (const host::Level level : orders::levels) {
    CHECK(refusal(level, "2") == "crash=2 is too much");
    CHECK_FALSE(refusal(level, "0"));
  }
}

TEST_CASE("a strategy that fails otherwise while its options are tried is left to the matches") {
  for (const host::Level level : orders::worker_levels) CHECK_FALSE(refusal(level, "1"));
}

// What the sandbox refuses, tried out.

using host::SandboxTrial;
using host::Stage;

TEST_CASE("what the sandbox must refuse is refused, and is possible without it") {
  if (!host::can_sandbox()) return;
  for (auto number = static_cast<std::uint32_t>(SandboxTrial::read_file);
       number <= static_cast<std::uint32_t>(SandboxTrial::run_program); ++number) {
    const auto trial = static_cast<SandboxTrial>(number);
    CAPTURE(host::trial_name(trial));
    for (const Stage stage : {Stage::loading, Stage::playing}) {
      CHECK(host::refused(trial, stage) == true);
      // A program that is run says nothing of it: the worker has become another one.
      if (trial == SandboxTrial::run_program) continue;
      CHECK(host::refused(trial, stage, false) == false);
    }
  }
}

// Only what holds on every machine, however busy: no test here compares with a duration.
#include "host/plugin/turn_clock.hpp"
#include "host/plugin/cpu_budget.hpp"
#include "host/seat/open_seat.hpp"

#include <doctest/doctest.h>
#include <agon/limits.hpp>

#include <cstdint>
#include <ctime>
#include <initializer_list>
#include <limits>

namespace {

std::int64_t monotonic_ns() {
  return host::read_clock(CLOCK_MONOTONIC);
}

/// Keeps the processor busy for that long.
void work(std::int64_t nanoseconds) {
  const std::int64_t end = monotonic_ns() + nanoseconds;
  while (monotonic_ns() < end) {
  }
}

/// The counter's rate is measured for the first tenth of a second of a program, and does not change after it.
void settle() {
  static const std::int64_t began = monotonic_ns();
  while (monotonic_ns() < began + 120'000'000) {
  }
  host::TurnClock clock;
  clock.start();
  clock.stop();
  static_cast<void>(clock.wall_ns());
}

}  // namespace

TEST_CASE("a clock that never ran shows nothing") {
  const host::TurnClock clock;
  CHECK(clock.cpu_ns() == 0);
  CHECK(clock.wall_ns() == 0);
}

TEST_CASE("turns add up, and neither time ever runs backwards") {
  settle();
  host::TurnClock clock;
  std::int64_t wall = 0;
  std::int64_t cpu = 0;
  for (int turn = 0; turn < 50; ++turn) {
    clock.start();
    work(turn % 2 == 0 ? 1000 : 300'000);
    clock.stop();
    CHECK(clock.wall_ns() > wall);
    CHECK(clock.cpu_ns() >= cpu);
    wall = clock.wall_ns();
    cpu = clock.cpu_ns();
  }
  CHECK(cpu > 0);
}

TEST_CASE("the running turn counts already") {
  host::TurnClock clock;
  clock.start();
  const std::int64_t before = clock.wall_ns();
  work(100'000);
  CHECK(clock.wall_ns() > before);
  CHECK(clock.cpu_ns() >= 0);
  clock.stop();
}

TEST_CASE("what passes between turns does not count") {
  settle();
  host::TurnClock clock;
  clock.start();
  clock.stop();
  const std::int64_t cpu = clock.cpu_ns();
  const std::int64_t wall = clock.wall_ns();
  work(5'000'000);
  CHECK(clock.cpu_ns() == cpu);
  CHECK(clock.wall_ns() == wall);
}

TEST_CASE("a turn lasts about as long as a monotonic clock says, and no longer than around it") {
  host::TurnClock clock;
  const std::int64_t began = monotonic_ns();
  clock.start();
  work(20'000'000);
  clock.stop();
  const std::int64_t around = monotonic_ns() - began;
  CHECK(clock.wall_ns() >= 19'000'000);
  CHECK(clock.wall_ns() <= around + around / 50);
}

TEST_CASE("the ticks that a turn's end returns show whether a limit may be passed") {
  host::TurnClock clock;
  for (const std::int64_t length : {1'000, 3'000'000}) {
    clock.start();
    work(length);
    const std::uint64_t used_ticks = clock.stop();
    const std::int64_t used = clock.cpu_ns();
    CHECK(used_ticks > host::Ticks::surely_within(used / 2));
    CHECK(used_ticks < host::Ticks::surely_within(std::numeric_limits<std::int64_t>::max()));
  }
}

TEST_CASE("a clock that was reset has forgotten everything") {
  host::TurnClock clock;
  clock.start();
  work(200'000);
  clock.stop();
  clock.reset();
  CHECK(clock.cpu_ns() == 0);
  CHECK(clock.wall_ns() == 0);
}

// The rule of CPU time, on a clock that a test sets; and the wall-clock limit that goes with it.
namespace {

using Passed = host::CpuBudget::Passed;

constexpr std::int64_t one_second = 1'000'000'000;
constexpr std::int64_t never = INT64_MAX;

agon_limits limits_of(std::int64_t cpu_ns, std::int64_t turn_cpu_ns = 0, std::int64_t increment_ns = 0) {
  return agon::Limits{.cpu_ns = cpu_ns, .turn_cpu_ns = turn_cpu_ns, .increment_ns = increment_ns};
}

}  // namespace

TEST_CASE("without limits nothing is ever passed") {
  host::CpuBudget budget;
  budget.begin(limits_of(0), 5);
  CHECK_FALSE(budget.is_limited());
  CHECK(budget.match_left_ns(never) == never);
  budget.begin_turn(5);
  CHECK(budget.turn_left_ns(never) == never);
  CHECK(budget.passed(never) == Passed::nothing);
}

TEST_CASE("a match may use its limit to the last nanosecond, counted from what the clock said at first") {
  host::CpuBudget budget;
  budget.begin(limits_of(100), 1000);
  CHECK(budget.match_left_ns(1030) == 70);
  CHECK(budget.turn_left_ns(1030) == 70);
  CHECK(budget.passed(1100) == Passed::nothing);
  CHECK(budget.passed(1101) == Passed::match);
  budget.begin(limits_of(100), 1101);
  CHECK(budget.passed(1101) == Passed::nothing);
}

TEST_CASE("a limit of turns holds in a turn alone, from its beginning") {
  host::CpuBudget budget;
  budget.begin(limits_of(100, 10), 0);
  CHECK(budget.turn_left_ns(50) == 50);  // in create()
  budget.begin_turn(50);
  CHECK(budget.turn_left_ns(53) == 7);
  CHECK(budget.match_left_ns(53) == 47);
  CHECK(budget.passed(60) == Passed::nothing);
  CHECK(budget.passed(61) == Passed::turn);
  budget.end_turn();
  CHECK(budget.passed(90) == Passed::nothing);  // between turns
  budget.begin_turn(95);
  CHECK(budget.turn_left_ns(95) == 5);  // the match's
  CHECK(budget.passed(101) == Passed::match);
}

TEST_CASE("increments come when turns end, and only to a match that is limited") {
  host::CpuBudget budget;
  budget.begin(limits_of(100, 0, 7), 0);
  budget.begin_turn(0);
  CHECK(budget.match_left_ns(0) == 100);
  budget.end_turn();
  budget.begin_turn(0);
  budget.end_turn();
  CHECK(budget.match_left_ns(0) == 114);
  CHECK(budget.match_limit_ns() == 114);
  CHECK(budget.increments_ns() == 14);
  budget.begin(limits_of(0, 0, 7), 0);
  budget.end_turn();
  CHECK(budget.match_left_ns(0) == never);
}

TEST_CASE("limits as large as their type can hold do not overflow") {
  host::CpuBudget budget;
  budget.begin(limits_of(never, never, never), one_second);
  for (int turn = 0; turn < 3; ++turn) {
    budget.begin_turn(one_second);
    CHECK(budget.passed(2 * one_second) == Passed::nothing);
    budget.end_turn();
  }
  CHECK(budget.match_limit_ns() == never);
}

TEST_CASE("the clock is not read again while the time can't be used up, and in each turn that uses it up it is") {
  host::CpuBudget budget;
  budget.begin(limits_of(0, 1'000'000 * one_second), 0);
  int readings = 0;
  std::int64_t now = 0;
  const auto clock = [&] {
    ++readings;
    return now;
  };
  CHECK_FALSE(budget.is_used_up(1, clock));  // in create(), where there is no limit
  budget.begin_turn(0);
  for (int question = 0; question < 1000; ++question) CHECK_FALSE(budget.is_used_up(1, clock));
  CHECK(readings == 1);
  for (int turn = 0; turn < 3; ++turn) {
    budget.begin(limits_of(0, 20), 0);
    CHECK_FALSE(budget.is_used_up(1, clock));
    budget.begin_turn(0);
    now = 21;
    while (!budget.is_used_up(1, clock)) {  // soon
    }
    now = 0;
    budget.end_turn();
  }
}

TEST_CASE("a match that sets no wall-clock limit gets one that goes with its CPU time") {
  CHECK(host::wall_limit_for(limits_of(0)) == 0);
  CHECK(host::wall_limit_for(limits_of(20 * one_second)) == 70 * one_second);
  CHECK(host::wall_limit_for(limits_of(20 * one_second, 2 * one_second)) == 70 * one_second);
  CHECK(host::wall_limit_for(limits_of(20 * one_second, 0, one_second / 10)) == 370 * one_second);
  CHECK(host::wall_limit_for(limits_of(0, one_second)) == 3010 * one_second);
  CHECK(host::wall_limit_for(limits_of(never, never, never)) > 0);
}

// Only what holds on every machine, however busy: no test here compares with a duration.
#include "host/session/turn_clock.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <ctime>
#include <initializer_list>
#include <limits>

namespace {

std::int64_t monotonic_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
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

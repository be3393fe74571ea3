// How long a turn thinks.
#include "plugins/any/budget.hpp"
#include "plain.hpp"
#include "tests/support/quiet_host.hpp"

#include <doctest/doctest.h>

#include <cstdint>

namespace any {
namespace {

/// A clock that a test sets; nanoseconds.
struct Clock {
  std::int64_t left = INT64_MAX;
  std::int64_t turn_left = INT64_MAX;
  int looks = 0;
  std::int64_t per_look = 0;
};
Clock clock_of_session;

agon::Session session_of(std::int32_t seat) {
  static agon_session raw{};
  raw.host = &support::quiet_host;
  raw.seat = seat;
  raw.seats = 2;
  raw.time_left_ns = [](const agon_session*) {
    ++clock_of_session.looks;
    if (clock_of_session.left != INT64_MAX) clock_of_session.left -= clock_of_session.per_look;
    return clock_of_session.left;
  };
  raw.turn_left_ns = [](const agon_session*) { return clock_of_session.turn_left; };
  raw.should_stop = [](const agon_session*) { return std::int32_t{0}; };
  return agon::Session(raw);
}

/// How much of the clock a turn uses up if each simulation takes so long.
std::int64_t used_by_turn(const agon::State& state, const Effort& effort, std::int64_t simulation_ns) {
  const agon::Session session = session_of(0);
  Budget budget(session, effort);
  agon::QuickRandom random(1);
  budget.begin(state, random);
  const std::int64_t before = clock_of_session.left;
  for (std::uint64_t done = 0; !budget.spent(done); ++done) {
    clock_of_session.left -= simulation_ns;
    if (clock_of_session.turn_left != INT64_MAX) clock_of_session.turn_left -= simulation_ns;
  }
  return before - clock_of_session.left;
}

TEST_CASE("a match of known length gets its time in equal parts") {
  const agon::State state = support::created(agon::Model(test::game("tonga")), 1, {{"n", "6"}});
  clock_of_session = {.left = 18'000'000'000};
  const std::int64_t used = used_by_turn(state, {}, 1000);  // 18 turns of a seat: a second each
  CHECK(used > 900'000'000);
  CHECK(used < 1'000'000'000);
}

TEST_CASE("slow simulations do not run over the time") {
  const agon::State state = support::created(agon::Model(test::game("tonga")), 1, {{"n", "6"}});
  clock_of_session = {.left = 18'000'000'000};
  const std::int64_t used = used_by_turn(state, {}, 30'000'000);
  CHECK(used >= 900'000'000);
  CHECK(used <= 1'000'000'000);
}

TEST_CASE("a limit of turns bounds each, and an option sets it") {
  const agon::State state = support::created(agon::Model(test::game("tonga")), 1, {{"n", "6"}});
  clock_of_session = {.left = 18'000'000'000, .turn_left = 100'000'000};
  CHECK(used_by_turn(state, {}, 1000) <= 100'000'000);
  clock_of_session = {.left = 18'000'000'000};
  const std::int64_t used = used_by_turn(state, {0, 0.25}, 1000);
  CHECK(used >= 250'000'000);
  CHECK(used < 260'000'000);
}

TEST_CASE("a number of simulations is kept to without a look at any clock") {
  const agon::Session session = session_of(0);
  clock_of_session = {.left = 1};
  Budget budget(session, {25, 0});
  agon::QuickRandom random(1);
  budget.begin(support::created(agon::Model(test::game("tonga")), 1), random);
  std::uint64_t done = 0;
  while (!budget.spent(done)) ++done;
  CHECK(done == 25);
  CHECK(budget.spent(13, 0.5));
  CHECK(!budget.spent(12, 0.5));
  CHECK(budget.used(5) == doctest::Approx(0.2));
  CHECK(clock_of_session.looks == 0);
}

TEST_CASE("a match of unknown length keeps time for as many turns again as playouts expect, and as were made") {
  const agon::State linez = support::created(agon::Model(test::game("linez")), 1);
  const agon::Session session = session_of(0);
  Budget budget(session, {});
  agon::QuickRandom random(1);
  const auto share = [&] {
    clock_of_session = {.left = 1'000'000'000};
    budget.begin(linez, random);
    for (std::uint64_t done = 0; !budget.spent(done); ++done) clock_of_session.left -= 1000;
    return 1 - static_cast<double>(clock_of_session.left) / 1e9;
  };
  CHECK(share() < 0.1);
  for (int turn = 1; turn < 200; ++turn) budget.begin(linez, random);  // its end is no nearer after each of them
  CHECK(share() < 0.006);
  CHECK(share() > 0.003);
}

TEST_CASE("a match whose playouts cost more than a turn has gets by with its time, and still thinks at its end") {
  // Each look at the clock costs as much as an action of a playout; a match has over a thousand turns.
  constexpr std::int64_t action_ns = 500'000;
  const agon::Session session = session_of(0);
  agon::QuickRandom random(1);
  agon::State state = support::created(agon::Model(test::game("polyomino")), 1,
                                       {{"width", "100"}, {"height", "100"}, {"covered", "1000"}});
  Budget budget(session, {});
  clock_of_session = {.left = 10'000'000'000, .per_look = action_ns};
  int turns = 0;
  int thought = 0;  // the last turn that did
  for (; !state.over(); ++turns) {
    budget.begin(state, random);
    if (!budget.hopeless()) {
      thought = turns;
      std::uint64_t done = 0;
      do {
        agon::State played = state;
        clock_of_session.left -= action_ns * static_cast<std::int64_t>(played.play_out(random, 1'000'000));
      } while (!budget.spent(++done));
      budget.end(done);
    }
    REQUIRE(clock_of_session.left > 0);
    state.play_out(random, 1);
  }
  CHECK(turns > 1000);
  CHECK(thought > turns * 9 / 10);
  CHECK(clock_of_session.left > 0);
}

}  // namespace
}  // namespace any

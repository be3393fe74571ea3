// The models of the small games, and exact play over models.
#include "plain.hpp"
#include "plugins/any/budget.hpp"
#include "plugins/any/exact.hpp"
#include "tests/support/quiet_host.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace any {
namespace {

using test::four;
using test::game;

TEST_CASE("the other's card is one of two, as likely each, and says nothing of the match's own") {
  const agon::Model model(game("kuhn"));
  struct Seen {
    std::int32_t seat, card, other_card, actions, done[3];
  };
  const auto other_card = [](const agon::State& state) { return support::seen_in<Seen>(state, 1).card; };
  std::vector<int> pairs(4);
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const agon::State match = support::created(model, seed);
    agon::State guess = support::determinised(model, match, 0, seed);
    const std::int32_t card = support::seen_in<Seen>(match).card;
    if (seed % 2 == 0) guess.resample(0, seed * 7);
    const auto lower = [&](std::int32_t other) { return other - (other > card ? 1 : 0) == 1 ? 0 : 1; };
    REQUIRE(other_card(guess) != card);
    ++pairs[static_cast<std::size_t>(2 * lower(other_card(match)) + lower(other_card(guess)))];
  }
  CHECK(support::equally_often(pairs));
}

TEST_CASE("exact play of three seats agrees with a search through every line") {
  const agon::Model model(game("inc"));
  REQUIRE(solvable(model));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const agon::State state = support::created(model, seed, {{"rows", "2"}, {"columns", "3"}, {"turns", "5"}});
    Exact exact(model, 3);
    const auto values = exact.values(state, 100'000);
    REQUIRE(values.has_value());
    CHECK(*values == test::max_n(state, 3));
    const auto best = exact.best(state, 0);  // known already
    REQUIRE(best.has_value());
    agon::State next = state;
    next.act(state.actions()[*best]);
    CHECK(test::max_n(next, 3) == *values);
  }
}

TEST_CASE("exact play of two seats agrees with minimax at the end of Connect Four") {
  const agon::Model model(game("four"));
  int decided = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const std::string moves = test::random_columns(32, seed);
    const agon::State state = four(moves);
    if (moves.size() < 32) continue;
    Exact exact(model, 2);
    const auto values = exact.values(state, 100'000);
    REQUIRE(values.has_value());
    CHECK((*values)[0] == test::minimax(state, 10));
    if ((*values)[0] != 0) ++decided;
  }
  CHECK(decided > 3);
}

TEST_CASE("exact play gives up where there are too many positions, and is not for games that draw or hide") {
  Exact exact(agon::Model(game("four")), 2);
  CHECK(!exact.best(four(""), 1000).has_value());
  CHECK(exact.positions() <= 1000);
  CHECK(!solvable(agon::Model(game("linez"))));
  CHECK(!solvable(agon::Model(game("kuhn"))));
  CHECK(!solvable(agon::Model(game("polyomino"))));
}

}  // namespace
}  // namespace any

// How long a turn thinks.
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

// The models of the small games, and exact play over models.
#include "plain.hpp"
#include "plugins/any/exact.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace any {
namespace {

using test::four;
using test::game;

TEST_CASE("the models of Connect Four, Goofspiel, Kuhn poker and sealed bids keep their promises") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    support::check_model(agon::Model(game("goof")), seed, {}, 30, 3);
    support::check_model(agon::Model(game("four")), seed, {}, 50, 3);
    support::check_model(agon::Model(game("kuhn")), seed, {});
    support::check_model(agon::Model(game("sealed")), seed, {});
  }
}

TEST_CASE("the other's card is one of two, as likely each, and says nothing of the match's own") {
  const agon::Model model(game("kuhn"));
  struct Seen {
    std::int32_t seat, card, other_card, actions, done[3];
  };
  const auto other_card = [](const agon::State& state) {
    const std::vector<std::byte> bytes = state.observation(1);
    return reinterpret_cast<const Seen*>(bytes.data())->card;
  };
  std::vector<int> pairs(4);
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const agon::State match = support::created(model, seed);
    agon::State guess = support::determinised(model, match, 0, seed);
    const std::vector<std::byte> own = match.observation(0);
    const std::int32_t card = reinterpret_cast<const Seen*>(own.data())->card;
    if (seed % 2 == 0) guess.resample(0, seed * 7);
    const auto lower = [&](std::int32_t other) { return other - (other > card ? 1 : 0) == 1 ? 0 : 1; };
    REQUIRE(other_card(guess) != card);
    ++pairs[static_cast<std::size_t>(2 * lower(other_card(match)) + lower(other_card(guess)))];
  }
  CHECK(support::chi_square(pairs) < support::chi_square_bound(pairs.size()));
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

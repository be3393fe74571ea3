// The strategies that ship: legal from every position, and doing what they say.
#include "naive.hpp"

#include <inc/inc.hpp>
#include <inc/strategies/optimal/search.hpp>

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

using inc::test::board_of;
using inc::test::Match;
using inc::test::Player;
using inc::test::strategy;
using inc::test::Text;
using inc::test::Values;

namespace {}  // namespace

TEST_CASE("a position's moves by number are those of its list") {
  for (const char* board : {"12", "1/2", "123/123/12.", "1231/1231"}) {
    CAPTURE(board);
    const inc_observation seen = Match(1, {{"board", board}}).observe();
    const inc::Position position(seen);
    const std::vector<inc::Move> moves = position.moves();
    REQUIRE(position.move_count() == static_cast<int>(moves.size()));
    for (int number = 0; number < position.move_count(); ++number)
      CHECK(position.move_at(number) == moves[static_cast<std::size_t>(number)]);
  }
}

TEST_CASE("whatever the others do, and whoever is out, optimal answers as the full game tree does") {
  agon::Random random(31);
  for (int tries = 0; tries < 300; ++tries) {
    const int turns = 4 + static_cast<int>(random.below(6));
    const int increment = random.below(2) == 0 ? 1 : -1;
    const Text board = inc::test::random_board(random, 2, 2 + static_cast<int>(random.below(2)), 20);
    Match match(1, {{"board", board}, {"turns", std::to_string(turns)}, {"inc", std::to_string(increment)}});
    const auto seat = static_cast<std::int32_t>(random.below(3));
    Player optimal(strategy("optimal"), {.seat = seat});
    while (!match.over()) {
      if (random.below(12) == 0 && match.to_move() != seat) {
        match.forfeit(match.to_move());
        continue;
      }
      const auto cuts = inc::test::cuts_of(board_of(match));
      if (match.to_move() != seat) {
        REQUIRE(match.act(inc::test::name_of(cuts[random.below(cuts.size())])).status == AGON_OK);
        continue;
      }
      const inc_observation seen = match.observe();
      const inc_action action = optimal.move(seen);
      if (seen.turns_left <= 5) {
        const auto best = inc::test::full_tree(board_of(match), seen.turns_left, increment, seat, seen.out);
        CHECK(match.write(action) == inc::test::name_of(best.cut));
      }
      REQUIRE(match.act(action).status == AGON_OK);
    }
  }
}

TEST_CASE("an instance that took over in the middle plays as one that was there from the start") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Match match(seed);
    Player there(strategy("optimal"));
    Player others(strategy("random"), {.seat = 1, .seed = seed});
    while (!match.over()) {
      if (match.to_move() != 0) {
        REQUIRE(match.act(others.move(match.observe())).status == AGON_OK);
        continue;
      }
      const inc_action action = there.move(match.observe());
      const inc_action fresh = Player(strategy("optimal")).move(match.observe());
      CHECK(std::memcmp(&action, &fresh, sizeof action) == 0);
      REQUIRE(match.act(action).status == AGON_OK);
    }
  }
}

TEST_CASE("optimal says in its log whether it is exact") {
  const auto log = [](const Values& values, std::int64_t cpu_ns) {
    const Match match(1, values);
    Player player(strategy("optimal"), {.cpu_ns = cpu_ns});
    player.move(match.observe());
    REQUIRE(player.log().size() == 1);
    return player.log().front();
  };
  const auto says = [](const std::string& text, const char* words) {
    CHECK_MESSAGE(text.find(words) != std::string::npos, text);
  };
  says(log({{"board", "123/312"}, {"turns", "4"}}, 2'000'000'000), "27 states: exact");
  says(log({{"board", "123/312"}, {"turns", "1000000000"}}, 2'000'000'000),
       "27 states: exact, the tables repeat every");
  const Text latest = "32333/11111/23323/13311/31232";  // of all boards that were found (late_test.cpp)
  says(log({{"board", latest}, {"turns", "999999998"}, {"inc", "1"}}, 2'000'000'000), "exact, the tables repeat every");
  says(log({{"board", "12312/33121/12313/23231/11112"}, {"turns", "1000000"}}, 1'000'000), "exact only for the last");
  says(log({{"rows", "16"}, {"columns", "16"}, {"turns", "50"}}, 1'000'000), "16 x 16 squares is too large for tables");
}

TEST_CASE("optimal is exact on a large board in the last few turns") {
  agon::Random random(32);
  for (int tries = 0; tries < 4; ++tries) {
    const Text board = inc::test::random_board(random, 8, 8, 20);
    for (const int turns : {1, 2, 3}) {
      const Match match(1, {{"board", board}, {"turns", std::to_string(turns)}, {"inc", "1"}});
      const inc_action action = Player(strategy("optimal")).move(match.observe());
      CHECK(match.write(action) == inc::test::name_of(inc::test::full_tree(board, turns, 1, 0).cut));
    }
  }
}

TEST_CASE("looking ahead for all turns that are left is the full game tree, whoever moves and whoever is out") {
  agon::Random random(33);
  for (int tries = 0; tries < 500; ++tries) {
    const Text text = inc::test::random_board(random, 1 + static_cast<int>(random.below(3)), 2, 20);
    const int turns = 1 + static_cast<int>(random.below(4));
    const int increment = random.below(2) == 0 ? 1 : -1;
    const int seat = static_cast<int>(random.below(3));
    const auto out = static_cast<unsigned>(random.below(8)) & ~(1U << static_cast<unsigned>(seat));
    const inc::rules::Board board = board_of(text);
    const inc::test::Cut cut =
        inc::test::cut_of(board, inc::best_within({board, turns, increment, seat, out}, turns).move);
    CHECK(inc::test::name_of(cut) == inc::test::name_of(inc::test::full_tree(text, turns, increment, seat, out).cut));
  }
}

TEST_CASE("looking ahead goes as deep as the steps allow, at least one turn and no further than the end") {
  const inc::Situation situation{inc::rules::Board(16, 16), 3, 1, 0, 0};
  CHECK(inc::depth_within(situation, 0).turns == 1);
  CHECK(inc::depth_within(situation, 1'000'000).turns == 2);
  CHECK(inc::depth_within(situation, 1'000'000'000'000).turns == 3);
}

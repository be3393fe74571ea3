// The strategies that ship: legal from every position, and doing what they say.
#include "naive.hpp"
#include "plugin.hpp"

#include <linez/strategies/greedy/potential.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <string>

using linez::test::Match;
using linez::test::Player;
using linez::test::Values;

namespace {

const Values variants[] = {
    {},
    {{"rows", "5"}, {"columns", "16"}, {"colours", "2"}, {"line", "3"}, {"drop", "9"}, {"moves", "60"}},
    {{"rows", "16"}, {"columns", "5"}, {"colours", "9"}, {"line", "16"}, {"drop", "1"}, {"moves", "60"}},
    {{"rows", "8"}, {"columns", "7"}, {"colours", "4"}, {"line", "4"}, {"drop_lines", "clear"}, {"moves", "60"}},
};

}  // namespace

TEST_CASE("a fresh instance of each strategy takes over at any move with a legal one") {
  for (const Values& variant : variants) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      Match match(seed, variant);
      for (std::uint64_t turn = 0; !match.over(); ++turn) {
        const char* const id = turn % 10 == 3  ? "champion"
                               : turn % 2 == 0 ? "random"
                                               : "greedy";  // champion takes long to set up
        Player fresh(linez::test::strategy(id), {.seed = turn});
        const auto answer = match.act(fresh.move(match.observe()));
        REQUIRE_MESSAGE(answer.status == AGON_OK, answer.text);
      }
    }
  }
}

TEST_CASE("random makes each legal move equally often") {
  // The empty cells form several regions; a number reaches all that it touches.
  Match match(1, {{"rows", "5"}, {"columns", "5"}, {"board", "..1../112../22.../1112./...1."}, {"next", "123"}});
  const linez_observation seen = match.observe();
  const linez::test::Rows rows = linez::test::rows_of("..1../112../22.../1112./...1.");
  int legal = 0;
  for (int cell = 0; cell < 25; ++cell) {
    if (linez::test::at(rows, cell / 5, cell % 5) == '.') continue;
    for (const auto& row : linez::test::flood(rows, cell / 5, cell % 5)) {
      for (const bool wet : row) legal += wet ? 1 : 0;
    }
  }
  Player player(linez::test::strategy("random"), {.seed = 7});
  constexpr int draws = 40000;
  std::map<std::string, int> counts;
  for (int i = 0; i < draws; ++i) ++counts[match.write(player.move(seen)).value_or("?")];
  CHECK(static_cast<int>(counts.size()) == legal);
  const double expected = static_cast<double>(draws) / legal;
  double chi_square = 0;
  for (const auto& [text, count] : counts) {
    const double off = count - expected;
    chi_square += off * off / expected;
  }
  CHECK(chi_square < legal + 6 * std::sqrt(2.0 * legal));  // six standard deviations
}

TEST_CASE("greedy makes a line where it can") {
  Match match(1,
              {{"board", "3333...../........./........./........./........3/........./........./1......../........."}});
  CHECK(match.write(Player(linez::test::strategy("greedy")).move(match.observe())) == "E9A5");
}

TEST_CASE("greedy does the same again in the same position") {
  Match match(2);
  for (int turn = 0; turn < 20; ++turn) {
    const linez_action one = Player(linez::test::strategy("greedy"), {.seed = 1}).move(match.observe());
    const linez_action two = Player(linez::test::strategy("greedy"), {.seed = 2}).move(match.observe());
    CHECK(std::memcmp(&one, &two, sizeof one) == 0);
    REQUIRE(match.act(one).status == AGON_OK);
  }
}

TEST_CASE("greedy scores hundreds of points where random scores next to none") {
  const auto mean = [](const char* id) {
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      Match match(seed);
      Player player(linez::test::strategy(id), {.seed = seed});
      while (!match.over()) REQUIRE(match.act(player.move(match.observe())).status == AGON_OK);
      sum += match.score();
    }
    return sum / 4;
  };
  CHECK(mean("random") < 10);
  CHECK(mean("greedy") > 250);
}

TEST_CASE("what greedy thinks a step changes is the difference of the whole sums") {
  agon::Random random(23);
  for (int tries = 0; tries < 200; ++tries) {
    const int rows = 5 + static_cast<int>(random.below(12));
    const int columns = 5 + static_cast<int>(random.below(12));
    const int line = 3 + static_cast<int>(random.below(5));
    const linez::Board board =
        linez::test::board_of(linez::test::random_rows(rows, columns, 3, 10 + random.below(70), random));
    const linez::Windows windows(rows, columns, line);
    const linez::Potential potential(windows, board);
    CHECK(potential.total() == doctest::Approx(linez::Potential::of(windows, board)));
    const linez::Steps steps(board);
    for (int i = 0; i < 20 && steps.count() > 0; ++i) {
      const linez::Step step = steps.at(static_cast<int>(random.below(static_cast<std::uint64_t>(steps.count()))));
      linez::Board after = board;
      after.take(step.from);
      after.put(step.to, board.at(step.from));
      CHECK(potential.change(step) ==
            doctest::Approx(linez::Potential::of(windows, after) - potential.total()).epsilon(1e-9));
    }
  }
}

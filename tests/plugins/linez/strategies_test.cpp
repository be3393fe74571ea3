// What greedy does, and classes written for the contest.
#include "naive.hpp"

#include <doctest/doctest.h>
#include <agon/topcoder/linez.hpp>
#include <linez/strategies/greedy/potential.hpp>

#include <cstring>
#include <string>
#include <vector>

using linez::test::Match;
using linez::test::Player;

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

// Classes written for the contest, as plugins.

namespace {

/// Keeps what it was told, and answers what it is told to.
class Scripted {
 public:
  static inline std::vector<std::string> told;
  static inline std::string next;
  static inline std::string answer;

  std::string nextMove(const std::vector<std::string>& board, const std::string& announced) {
    told = board;
    next = announced;
    return answer;
  }
};

const agon_strategy_type scripted = AGON_TOPCODER_TYPE(agon::topcoder::Adapter<Scripted>, "scripted", "1.0.0", "");

auto ask(const Match& match, const std::string& answer) {
  Scripted::answer = answer;
  Player player(scripted);
  return player.turn(match.observe());
}

}  // namespace

TEST_CASE("a contest's class is told the rows and the announced numbers, and its two cells are the move") {
  Match match(1, {{"rows", "5"}, {"columns", "6"}, {"board", "1..7../....../....../....../.....2"}, {"next", "345"}});
  const auto turn = ask(match, "A4C6");
  REQUIRE(turn.status == AGON_OK);
  CHECK(Scripted::told == std::vector<std::string>{"1..7..", "......", "......", "......", ".....2"});
  CHECK(Scripted::next == "345");
  CHECK(match.write(turn.action) == "A4C6");
  CHECK(turn.action.from_row == 0);
  CHECK(turn.action.from_column == 3);
  CHECK(match.act(turn.action).status == AGON_OK);
}

TEST_CASE("a contest's class writes cells as the match does, up to the largest board") {
  for (const char* letters : {"rows", "columns"}) {
    const Match match(1, {{"rows", "16"}, {"columns", "16"}, {"letters", letters}});
    for (const char* text : {"A1P16", "P16A1", "C12M3"}) {
      const auto turn = ask(match, text);
      REQUIRE(turn.status == AGON_OK);
      CHECK(match.write(turn.action) == text);
    }
  }
}

TEST_CASE("what a contest's class returns must be two cells") {
  const Match match(1);
  for (const char* text : {"", "A1", "A1B", "a1b2", "A1B2C3", "A1 B2", "11B2", "A1B2 ", "A123B4", "A1B123"}) {
    CAPTURE(text);
    const auto answer = ask(match, text);
    CHECK(answer.status == AGON_FAILED);
    CHECK(answer.text == "nextMove() returned '" + std::string(text) + "', not two cells as in 'I8F6'");
  }
}

TEST_CASE("a move that the rules refuse stays the class's own") {
  Match match(1);
  for (const char* text : {"A1A1", "Z9A1", "A0B99"}) {
    const auto turn = ask(match, text);
    REQUIRE(turn.status == AGON_OK);
    CHECK(match.act(turn.action).status == AGON_ILLEGAL);
  }
}

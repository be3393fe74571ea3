// Classes written for the contest, as plugins.
#include "plugin.hpp"
#include "tests/support/built_host.hpp"
#include "tests/support/checked_json.hpp"

#include <agon/topcoder/linez.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using linez::test::Match;
using linez::test::Player;

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

/// The matches of these seeds that the old class plays.
std::vector<support::Json> play(const std::string& seeds) {
  return support::host_matches({"--game", "linez", "--plugin", AGON_TEST_OLD_CONTEST_CLASS, "--seeds", seeds});
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

TEST_CASE("an old class that keeps globals plays several matches in a row as it plays each alone") {
  const auto row = play("4,1-3");
  REQUIRE(row.size() == 4);
  for (const auto& match : row) {
    CAPTURE(support::to_text(match));
    CHECK(match["seats"][0]["strategy"] == "linez");
    CHECK(match["result"]["outcomes"][0]["kind"] == "ok");
    CHECK(match["result"]["turns"][0] > 10);
    support::check_same_alone(match, play);
  }
}

// Classes in the contest's manner, as plugins, and the contest's question put to the host.
#include "naive.hpp"
#include "tests/support/built_host.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <agon/topcoder/inc.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

using inc::test::board_of;
using inc::test::Match;
using inc::test::Player;

namespace {

/// Keeps what it was told, and answers what it is told to.
class Scripted {
 public:
  static inline std::vector<std::string> board;
  static inline std::vector<int> numbers;
  static inline std::string answer;

  static std::string move(std::vector<std::string> now, int seat, int turnsLeft, int increment) {
    board = std::move(now);
    numbers = {seat, turnsLeft, increment};
    return answer;
  }
};

const agon_strategy_type scripted = AGON_TOPCODER_TYPE(agon::topcoder::Adapter<Scripted>, "scripted", "1.0.0", "");

auto ask(const Match& match, const std::string& answer) {
  Scripted::answer = answer;
  Player player(scripted, {.seat = match.to_move()});
  return player.turn(match.observe());
}

}  // namespace

TEST_CASE("a contest's class is told the board, its number, the turns left and the increment") {
  Match match(1, {{"board", "12./3.1"}, {"turns", "5"}, {"inc", "-1"}});
  REQUIRE(match.act("H1T").status == AGON_OK);
  const auto turn = ask(match, "V2R");
  REQUIRE(turn.status == AGON_OK);
  CHECK(Scripted::board == std::vector<std::string>{"31.", "3.1"});
  CHECK(Scripted::numbers == std::vector<int>{2, 4, -1});
  CHECK(match.write(turn.action) == "V2R");
  CHECK(match.act(turn.action).status == AGON_OK);
}

TEST_CASE("a contest's class writes any move of any board") {
  const Match match(1, {{"rows", "16"}, {"columns", "16"}});
  for (const auto& cut : inc::test::cuts_of(board_of(match))) {
    const auto turn = ask(match, inc::test::name_of(cut));
    REQUIRE(turn.status == AGON_OK);
    CHECK(match.write(turn.action) == inc::test::name_of(cut));
  }
}

TEST_CASE("what a contest's class returns must be a move") {
  const Match match(1);
  for (const char* text : {"", "H", "H1", "HT", "H1L", "V1T", "h1t", "H 1T", "H-1T", "H123T", "H1T ", "H1TT"}) {
    CAPTURE(text);
    const auto answer = ask(match, text);
    CHECK(answer.status == AGON_FAILED);
    CHECK(answer.text == "move() returned '" + std::string(text) + "', which is no move: H2T, H2B, V1L and V1R are");
  }
}

TEST_CASE("a move that the rules refuse stays the class's own") {
  Match match(1);
  for (const char* text : {"H0T", "V99R", "H15B"}) {
    const auto turn = ask(match, text);
    REQUIRE(turn.status == AGON_OK);
    CHECK(match.act(turn.action).status == AGON_ILLEGAL);
  }
}

TEST_CASE(
    "a class with the contest's function plays as perfectly as its function tells the end, in each of the seats") {
  const auto matches = [](const std::string& a, const std::string& b, const std::string& c) {
    const support::TemporaryFolder folder;
    const std::string record = (folder.path() / "matches.jsonl").string();
    support::run_host({"--game", "inc", "--plugin", a, "--plugin", b, "--plugin", c, "--seeds", "1-5", "--seats",
                       "listed", "--set", "rows=2,columns=3,turns=8", "--record", record, "--quiet"});
    return support::objects(support::content(record));
  };
  const std::string function = AGON_TEST_CONTEST_FUNCTION;
  const auto perfect = matches("optimal", "optimal", "optimal");
  REQUIRE(perfect.size() == 5);
  for (const auto& played : {matches(function, function, function), matches("optimal", function, "optimal")}) {
    REQUIRE(played.size() == 5);
    for (std::size_t match = 0; match < 5; ++match) {
      CAPTURE(support::to_text(played[match]));
      CHECK(played[match]["actions"] == perfect[match]["actions"]);
      CHECK(played[match]["result"]["scores"] == perfect[match]["result"]["scores"]);
    }
  }
  for (const auto& match : matches(function, "random", "random")) CHECK(match["result"]["outcomes"][0]["kind"] == "ok");
}

TEST_CASE("a contest's function that returns no board of the match's size is a failure that says so") {
  struct Nothing {
    static agon::topcoder::Rows agon_end(const agon::topcoder::Rows& /*board*/, int /*turns*/, int /*inc*/) {
      return {"1"};
    }
  };
  const agon_strategy_type nothing = AGON_TOPCODER_TYPE(agon::topcoder::Foreteller<Nothing>, "nothing", "1.0.0", "");
  const Match match(1);
  Player player(nothing, {.seat = match.to_move()});
  const auto turn = player.turn(match.observe());
  CHECK(turn.status == AGON_FAILED);
  CHECK(turn.text == "the contest's function returned no board of the size that it was given");
}

TEST_CASE("the host answers the contest's question with the final board among three optimal seats") {
  // The board's rows as they are drawn, without labels, margin and marks.
  std::istringstream lines(
      support::run_host({"--game", "inc", "--set", "board=12./3.1,turns=5,inc=-1", "--board", "final"}));
  std::string board;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("1 ", 0) != 0 && line.rfind("2 ", 0) != 0) continue;
    if (!board.empty()) board += '/';
    for (const char c : line.substr(2)) {
      if (std::string(".123").find(c) != std::string::npos) board += c;
    }
  }
  CHECK(board == inc::test::full_tree("12./3.1", 5, -1, 0).board);
}

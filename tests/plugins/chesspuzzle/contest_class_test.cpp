// Classes written for the contest, as plugins.
#include "played.hpp"
#include "tests/support/built_host.hpp"
#include "tests/support/checked_json.hpp"

#include <agon/topcoder/chesspuzzle.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace chesspuzzle::test;

namespace {

/// Keeps what it was told, and answers what it is told to.
class Scripted {
 public:
  static inline std::vector<std::string> told;
  static inline std::string answer;

  static std::string start(int depth, const std::vector<std::string>& board) {
    told = {std::to_string(depth)};
    told.insert(told.end(), board.begin(), board.end());
    return answer;
  }
  static std::string click(const std::string& revealed) {
    told = {revealed};
    return answer;
  }
};

const agon_strategy_type scripted = AGON_TOPCODER_TYPE(agon::topcoder::Adapter<Scripted>, "scripted", "1.0.0", "");

auto ask(Player& player, const Match& match, const std::string& answer) {
  Scripted::answer = answer;
  return player.turn(match.observe());
}

/// The matches of these seeds that an old class plays.
std::vector<support::Json> play(const std::string& seeds, const char* plugin = AGON_TEST_OLD_CONTEST_CLASS) {
  return support::host_matches({"--game", "chesspuzzle", "--plugin", plugin, "--seeds", seeds});
}

}  // namespace

TEST_CASE("a contest's class is told the depth and the board, then what each click revealed") {
  Match match(1);  // one tile a cell
  Player player(scripted);
  const auto first = ask(player, match, "3 0");
  CHECK(first.status == AGON_OK);
  CHECK(Place{first.action.row, first.action.column} == Place{3, 0});
  CHECK(Scripted::told ==
        std::vector<std::string>{"1", "R3242RQB1", "RQ4RKRKQ1", "R2RBQ4Q3Q", "12111KK3R", "B44QB3R44", "BQKQ42222"});
  REQUIRE(match.act(first.action).status == AGON_OK);
  const auto second = ask(player, match, "  4 1 \n");
  CHECK(Place{second.action.row, second.action.column} == Place{4, 1});
  CHECK(Scripted::told == std::vector<std::string>{"-"});

  Match deeper(2);
  Player another(scripted);
  REQUIRE(deeper.act(ask(another, deeper, "0 0").action).status == AGON_OK);
  CHECK(Scripted::told.front() == "2");
  ask(another, deeper, "1 2");
  CHECK(Scripted::told == std::vector<std::string>{"1"});  // below the knight of 0 0
}

TEST_CASE("what a contest's class returns must be row and column") {
  for (const char* answer : {"", "3", "a b", "3 4 5", "3,4", "3 4x", "99999999999 1"}) {
    CAPTURE(answer);
    const Match match(1);
    Player player(scripted);
    const auto click = ask(player, match, answer);
    CHECK(click.status == AGON_FAILED);
    CHECK(click.text.find("start() returned '" + std::string(answer) + "'") == 0);
  }
}

TEST_CASE("a click that the rules refuse stays the class's own") {
  Match match(1);
  Player player(scripted);
  CHECK(match.act(ask(player, match, "-1 40").action).status == AGON_ILLEGAL);
}

TEST_CASE("a contest's class says that it can't take over in the middle of a match") {
  Match match(1);
  REQUIRE(match.act(chesspuzzle_action{3, 0}).status == AGON_OK);
  Player player(scripted);
  CHECK(ask(player, match, "4 1").status == AGON_UNSUPPORTED);
}

TEST_CASE("an old class that keeps globals plays several matches in a row as it plays each alone") {
  const auto row = play("4,1-3,5");
  REQUIRE(row.size() == 5);
  for (const auto& match : row) {
    CAPTURE(support::to_text(match));
    CHECK(match["seats"][0]["strategy"] == "chesspuzzle");
    CHECK(match["result"]["outcomes"][0]["kind"] == "ok");
    CHECK(match["result"]["turns"][0] > 1);
    support::check_same_alone(match, [](const std::string& seeds) { return play(seeds); });
  }
}

TEST_CASE("an old class plays that leaves out headers and types, and defines words of the language as macros") {
  for (const auto& match : play("1-3", AGON_TEST_BARE_CONTEST_CLASS)) {
    CAPTURE(support::to_text(match));
    CHECK(match["result"]["outcomes"][0]["kind"] == "ok");
    CHECK(match["result"]["turns"][0] > 1);
  }
}

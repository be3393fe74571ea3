// Classes in the contest's manner, as plugins, and the contest's question put to the host.
#include "naive.hpp"
#include "plugin.hpp"
#include "tests/support/process.hpp"

#include <agon/topcoder/inc.hpp>

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

using inc::test::Played;
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

constexpr agon_strategy_type scripted = agon::strategy_type<agon::topcoder::Adapter<Scripted>>({.id = "scripted"});

inc::test::Answer ask(const Played& match, const std::string& answer, inc_action& action) {
  Scripted::answer = answer;
  Player player(scripted, match.to_move());
  return player.turn(match.observe(), action);
}

/// The matches of these seeds between the old class and optimal, as the host's JSON lines.
std::vector<nlohmann::json> play(const std::string& seeds) {
  const support::Result result =
      support::run({.words = {INC_HOST, "--game", "inc", "--plugin", INC_OLD_CLASS, "--plugin", "random", "--plugin",
                              INC_OLD_CLASS, "--seeds", seeds, "--json"}});
  CAPTURE(result.err);
  REQUIRE(result.code == 0);
  std::vector<nlohmann::json> matches;
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) {
    auto parsed = nlohmann::json::parse(line);
    if (parsed.contains("result")) matches.push_back(std::move(parsed));
  }
  return matches;
}

}  // namespace

TEST_CASE("a contest's class is told the board, its number, the turns left and the increment") {
  Played match(1, {{"board", "12./3.1"}, {"turns", "5"}, {"inc", "-1"}});
  REQUIRE(match.act("H1T").status == AGON_OK);
  inc_action action{};
  REQUIRE(ask(match, "V2R", action).status == AGON_OK);
  CHECK(Scripted::board == std::vector<std::string>{"31.", "3.1"});
  CHECK(Scripted::numbers == std::vector<int>{2, 4, -1});
  CHECK(match.write(action) == "V2R");
  CHECK(match.act(action).status == AGON_OK);
}

TEST_CASE("a contest's class writes any move of any board") {
  const Played match(1, {{"rows", "16"}, {"columns", "16"}});
  for (const auto& cut : inc::test::cuts_of(match.board())) {
    inc_action action{};
    REQUIRE(ask(match, inc::test::name_of(cut), action).status == AGON_OK);
    CHECK(match.write(action) == inc::test::name_of(cut));
  }
}

TEST_CASE("what a contest's class returns must be a move") {
  const Played match(1);
  for (const char* text : {"", "H", "H1", "HT", "H1L", "V1T", "h1t", "H 1T", "H-1T", "H123T", "H1T ", "H1TT"}) {
    CAPTURE(text);
    inc_action action{};
    const auto answer = ask(match, text, action);
    CHECK(answer.status == AGON_FAILED);
    CHECK(answer.text == "move() returned '" + std::string(text) + "', which is no move: H2T, H2B, V1L and V1R are");
  }
}

TEST_CASE("a move that the rules refuse stays the class's own") {
  Played match(1);
  for (const char* text : {"H0T", "V99R", "H15B"}) {
    inc_action action{};
    REQUIRE(ask(match, text, action).status == AGON_OK);
    CHECK(match.act(action).status == AGON_ILLEGAL);
  }
}

TEST_CASE("an old class that keeps globals plays several matches in a row, in two seats, as it plays each alone") {
  const auto row = play("4,1-3");
  REQUIRE(row.size() == 4);
  for (const auto& match : row) {
    CAPTURE(match.dump());
    int classes = 0;
    for (std::size_t seat = 0; seat < 3; ++seat) {
      if (match["seats"][seat]["strategy"] == "inc") ++classes;
      CHECK(match["result"]["outcomes"][seat]["kind"] == "ok");
    }
    CHECK(classes == 2);
    const auto alone = play(match["setup"]["seed"].dump());
    REQUIRE(alone.size() == 1);
    CHECK(alone[0]["result"]["scores"] == match["result"]["scores"]);
    CHECK(alone[0]["result"]["turns"] == match["result"]["turns"]);
  }
}

TEST_CASE("the host answers the contest's question with the final board among three optimal seats") {
  const support::Result result =
      support::run({.words = {INC_HOST, "--game", "inc", "--set", "board=12./3.1,turns=5,inc=-1", "--board", "final"}});
  CAPTURE(result.err);
  REQUIRE(result.code == 0);
  // The board's rows as they are drawn, without labels, margin and marks.
  std::istringstream lines(result.out);
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

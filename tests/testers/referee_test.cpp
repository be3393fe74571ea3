// A game whose rules are a program: a referee that leads matches over lines of text.
#include "tests/programs/scripts.hpp"
#include "tests/support/files.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace programs;
using support::Json;

/// A referee in sh. `new`, `act` and `forfeit` are what it does then, with the words of the message in $1 and so on.
/// Without changes: two seats take 1 or 2 of 5 stones in turn, and who takes the last one has won.
struct Game {
  std::string create = "left=5; echo \"position $left\"; echo turn 0";
  std::string act = R"sh(case $2 in 1|2) ;; *) echo "illegal take 1 or 2"; continue ;; esac
      left=$((left - $2)); echo "position $left"; echo "revealed $2 from seat $1"
      if [ $left -gt 0 ]; then echo "turn $((1 - $1))"; else echo "over $((1 - $1)) $1"; fi)sh";
  std::string forfeit = "echo \"over $1 $((1 - $1))\"";
};

/// A folder with that game, and with programs that take a stone at each turn, or what they are told to write.
class Table {
 public:
  explicit Table(const Game& game = {}, const std::string& more = "") {
    stage_.write("stones/rules.sh",
                 "#!/bin/sh\nwhile read -r word rest; do\n  set -- $rest\n  case $word in\n    new) " + game.create +
                     " ;;\n    act) " + game.act + " ;;\n    forfeit) " + game.forfeit + " ;;\n  esac\ndone\n");
    stage_.write("stones/game.toml", "referee = './rules.sh'\nseats = 2\n" + more);
    stage_.write("one/one.sh", R"(#!/bin/sh
answer="action 1"
while read -r word rest; do
  case $word in
    option) answer=${rest#* } ;;
    start) echo ready ;;
    turn) echo "log saw ${rest#* }"; echo "$answer" ;;
  esac
done
)");
  }

  [[nodiscard]] const Stage& stage() const { return stage_; }

  [[nodiscard]] support::Result play(const std::string& first = "./one/one.sh", const Words& more = {}) const {
    const Words words = with({"--game", "./stones", "--plugin", first, "--plugin", "./one/one.sh", "--seats", "listed",
                              "--record", "match.json"},
                             more);
    return stage_.host(words);
  }

  [[nodiscard]] Json recorded() const { return stage_.recorded(); }

 private:
  Stage stage_;
};

}  // namespace

TEST_CASE("a referee leads a match of programs, which is recorded and replayed") {
  const Table table;
  const support::Result played = table.play();
  REQUIRE_MESSAGE(played.code == 0, played.err);
  CHECK(has(table.stage().host({"info", "./stones"}).out, "A game whose rules are a program"));
  const Json match = table.recorded();
  CHECK(match.at("setup").at("start") == "5");
  REQUIRE(match.at("actions").size() == 5);
  CHECK(match.at("actions").at(1) == Json{{"seat", 1}, {"action", "1"}, {"reveals", "1 from seat 1"}});
  CHECK(match.at("result").at("scores") == Json{1, 0});
  const support::Result again = table.stage().done({"replay", "match.json", "--game", "./stones"});
  check_has(again.out, "as recorded");
}

TEST_CASE("a person plays a referee's game in the terminal, and gets the referee's reasons") {
  const Table table;
  const support::Result played =
      support::run({.words = {std::string(AGON_TEST_BUILT) + "/host", "--game", "./stones", "--plugin", "human",
                              "--plugin", "./one/one.sh", "--seats", "listed", "--no-db"},
                    .folder = table.stage().path(),
                    .input = "2\n7\n2\n"});
  CHECK_MESSAGE(played.code == 0, played.err);
  check_has(played.err, "take 1 or 2");
  check_has(played.out, "seat 0  human         1");
}

TEST_CASE("an action that the referee calls illegal loses, with its reason, and it says the scores") {
  const Table table;
  const support::Result played = table.play("./one/one.sh,answer='action 9'");
  REQUIRE_MESSAGE(played.code == 0, played.err);
  CHECK(kind_of(table.recorded()) == "illegal");
  CHECK(has(reason_of(table.recorded()), "take 1 or 2"));
  CHECK(table.recorded().at("result").at("scores") == Json{0, 1});
}

TEST_CASE("a seat sees its own view, and the transcript the whole position") {
  Game game;
  game.create = "left=5; echo 'position ace king'; echo 'view 0 ace'; echo 'view 1 king'; echo turn 0";
  const Table table(game);
  const support::Result played = table.play("./one/one.sh", {"--log"});
  REQUIRE_MESSAGE(played.code == 0, played.err);
  check_has(played.err, "saw ace\n");
  check_has(played.err, "saw king\n");
  CHECK_FALSE(has(played.err, "saw ace king"));
  CHECK(table.recorded().at("setup").at("start") == "ace king");
}

TEST_CASE("lower scores can be better, and scores have their sign then") {
  const Table table({}, "better = 'lower'\n");
  REQUIRE(table.play().code == 0);
  CHECK(table.recorded().at("result").at("scores") == Json{-1, 0});
}

TEST_CASE("one referee leads the matches of a run one after the other") {
  Game game;
  game.create = "matches=x$matches; left=5; echo \"position $matches $2\"; echo turn 0";
  const Table table(game);
  const support::Result run = table.stage().done({"tournament", "--game", "./stones", "--plugin", "./one/one.sh",
                                                  "--plugin", "./one/one.sh,name=other,pace=2", "--seeds", "1-4",
                                                  "--jobs", "1", "--no-db", "--record", "run.jsonl"});
  CHECK(has(support::content(table.stage().path() / "run.jsonl"), "\"start\":\"xxxxxxxx 2\""));
}

TEST_CASE("what a referee does wrong ends the match with a sentence, and no player is blamed") {
  const auto fails = [](const Game& game, const std::string& part) {
    CAPTURE(part);
    const Table table(game);
    const support::Result played = table.play("./one/one.sh", {"--game-wall", "2"});
    CHECK(played.code == 6);
    check_has(played.err, part);
  };
  const auto at_start = [&](const std::string& create, const std::string& part) {
    Game game;
    game.create = create;
    fails(game, part);
  };
  at_start("echo 'position 5'; echo player 0", "wrote 'player 0': an answer is position, view");
  at_start("echo 'position 5'; echo turn 2", "wrote 'turn 2': a seat is a number from 0 to 1");
  at_start("echo 'position 5'; echo over 1", "wrote 'over 1': over needs 2 scores");
  at_start("echo 'position 5'; echo over 1 won", "a score is a number");
  at_start("echo turn 0", "a position has to come first");
  at_start("echo 'position 5'; echo illegal move", "or illegal after act");
  at_start("echo 'no rules' >&2; exit 3", "its referee ended during a match, with exit status 3: no rules");
  at_start("sleep 100", "did not end a call");
  Game game;
  game.act = "exit 4";
  fails(game, "its referee ended during a match, with exit status 4, and it has written nothing");
}

TEST_CASE("a game.toml has a referee or a tester") {
  const Table table({}, "tester = './judge {output}'\n");
  const support::Result refused = table.stage().host({"info", "./stones"});
  CHECK(refused.code == 3);
  check_has(refused.err, "it has both referee and tester");
}

TEST_CASE("'new game --language python' makes a game that plays, with a bot") {
  const Stage stage;
  const support::Result made = stage.done({"new", "game", "--language", "python", "nim"});
  check_has(made.out, "its rules are in nim/nim.py");
  const std::string bot = "./nim/anybot/anybot.py";
  const support::Result played = stage.done(
      {"tournament", "--game", "./nim", "--plugin", bot, "--plugin", bot + ",name=other,pace=2", "--seeds", "1-3"});
  check_has(played.out, "losses");
  CHECK_FALSE(has(played.out, "failures"));
  stage.refuses({"new", "game", "--language", "rust", "other"}, 2, "--language python makes one in Python");
}

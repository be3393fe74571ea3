// What a game.toml can't say is refused with one sentence, before a case is played.
#include "tests/programs/scripts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace {

using namespace programs;

constexpr const char* cases = "generator = 'echo {seed}'\n";
constexpr const char* judged = "tester = 'cat {input} {output}'\n";
constexpr const char* scored = "score = '(.*)'\n";

/// Plays one case of a contest with that game.toml.
support::Result played(const std::string& toml) {
  const Stage stage;
  stage.write("contest/game.toml", toml);
  return stage.host({"--game", "./contest", "--seed", "7", "--plugin", "run:cat", "--no-db", "--quiet"});
}

void check_refused(const std::string& toml, int code, const std::string& part) {
  CAPTURE(toml);
  const support::Result result = played(toml);
  const std::string err = complaints(result);
  CHECK(result.code == code);
  check_has(err, part);
  CHECK_MESSAGE(std::count(err.begin(), err.end(), '\n') == 1, err);
}

}  // namespace

TEST_CASE("a game.toml that says what it can't is refused, with exit code 3 and what would be right") {
  const std::string c = cases;
  const std::string j = judged;
  const std::string s = scored;
  check_refused("tester = \n", 3, "game.toml: line 1: ");
  // The TOML library has assertions about these.
  check_refused("a = 1\n[!\n", 3, "game.toml: line 2: Error while parsing key: expected bare key starting character");
  check_refused("a = [}\n", 3, "game.toml: line 1: Error while parsing value: could not determine value type");
  check_refused("a = \u00e4\n", 3, "game.toml: line 1: Error while parsing value: could not determine value type");
  check_refused("\xFF\xFEt\xA0", 3, "game.toml: it is written in UTF-16: save it as UTF-8");
  check_refused(c + j + s + "scoer = 'x'\n", 3, "there is no key scoer (did you mean 'score'?)");
  check_refused(c + j + s + "[limits]\ncpu = 1\n", 3, "there is no key limits.cpu");
  check_refused(c + j + s + "seats = 'two'\n", 3, "seats takes a number");
  check_refused(c + j + s + "seats = 17\n", 3, "seats takes a number from 1 to 16");
  check_refused(c + j + s + "contest = 'rank'\n", 3, "contest is one of mean, sum, relative, ranked, and not 'rank'");
  check_refused(c + s, 3, "it lacks tester");
  check_refused(c + j, 3, "it lacks score");
  check_refused(j + s, 3, "'cat {input} {output}' lacks {seed}");
  check_refused(c + "input = 'in/{seed}'\n" + j + s, 3, "it has both input and generator");
  check_refused("generator = 'echo 1'\n" + j + s, 3, "'echo 1' lacks {seed}: all cases would be the same");
  check_refused(c + "tester = 'cat {input}'\n" + s, 3, "its tester has neither {output}");
  check_refused(c + j + "score = '(x'\n", 3, "score '(x' is no regular expression");
  check_refused(c + j + s + "better = 'lower'\n", 3, "it lacks failed");
  check_refused(c + j + s + "source = 'file'\n", 3, "source = \"file\" goes with {scores}");
  check_refused(c + j + s + "picture = 'out.svg'\n", 3, "picture 'out.svg' has neither {output} nor {picture}");
  check_refused(c + "tester = './vis {output} {picture}'\n" + s, 3, "it lacks picture, the command that prints it");
  check_refused("referee = './lead'\npicture = 'cat {output}'\n", 3, "it has both referee and picture");
}

TEST_CASE("a case that is not there is refused, with exit code 2") {
  check_refused(std::string("input = 'in/{seed:4}.txt'\n") + judged + scored, 2, "there is no case in/0007.txt");
}

TEST_CASE("in a run, a case that is not there is left out and told, and the others are played") {
  const Stage stage;
  for (const int seed : {1, 2, 4}) stage.write("contest/in/" + std::to_string(seed) + ".txt", std::to_string(seed));
  stage.write("contest/game.toml", "input = 'in/{seed}.txt'\ntester = 'cat {output}'\nscore = '(.*)'\n");
  for (const std::string jobs : {"1", "2"}) {
    const support::Result run =
        stage.host({"tournament", "--game", "./contest", "--plugin", "run:cat", "--plugin", "run:head -n 1,name=other",
                    "--seeds", "1-4", "--jobs", jobs, "--db", "runs.db", "--json"});
    CHECK(run.code == 6);
    check_has(run.err, "seed 3: there is no case in/3.txt");
    check_has(run.err, "; it failed 2 of 8 matches, which no table counts");
    check_has(run.out, "\"failed_by_game\":2");
  }
  stage.write("contest/in/3.txt", "3");  // what is there now is played
  const support::Result again =
      stage.host({"tournament", "--game", "./contest", "--plugin", "run:cat", "--plugin", "run:head -n 1,name=other",
                  "--seeds", "1-4", "--db", "runs.db", "--quiet"});
  CHECK(again.code == 0);
}

TEST_CASE("a tester that writes no score, several, or what is no number fails its match, with exit code 6") {
  const auto fails = [](const std::string& toml, const std::string& part) {
    CAPTURE(toml);
    const support::Result result = played(toml);
    CHECK(result.code == 6);
    check_has(result.err, part);
  };
  const std::string c = cases;
  fails(c + "tester = 'cat {output} >&2; echo two; exit 4'\nscore = '^Score (.*)'\n",
        "its tester wrote no score, and ended with exit status 4: 7 / two");
  fails(c + "tester = 'cat {input} {output}'\nscore = '(7)'\n", "'(7)' finds 2 scores instead of 1: 7 / 7");
  fails(c + "tester = 'cat {output}; echo Score nan'\nscore = 'Score (.*)'\n", "the score 'nan' is no number");
  fails("generator = 'echo no {seed} >&2; exit 9'\ntester = 'cat {output}'\nscore = '(.*)'\n",
        "its generator failed, with exit status 9: no 7");
}

TEST_CASE("validate, whose checks are of Agon's interfaces, refuses testers and solutions, and says how to try them") {
  const Stage stage;
  stage.write("contest/game.toml", std::string(cases) + judged + scored);
  for (const std::string examined : {"run:cat", "./contest"}) {
    stage.refuses({"validate", examined, "--game", "./contest"}, 2, "play a case, as in");
  }
}

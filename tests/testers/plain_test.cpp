// A contest's tester that judges a solution's output is a game: `solution < in > out`, then the tester.
#include "tests/programs/scripts.hpp"
#include "tests/support/files.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace programs;
using support::Json;

/// A contest whose cases have a number each. A solution writes any number, and the tester the ratio of both.
class Contest {
 public:
  explicit Contest(const std::string& more = "") {
    stage_.write("contest/vis.sh", R"(#!/bin/sh
read -r number < "$1"
read -r answer < "$2" || { echo "Wrong: nothing was written" >&2; exit 1; }
[ "$answer" = broken ] && { echo "the tester is broken" >&2; exit 3; }
awk "BEGIN { printf \"Score = %.15g\n\", $answer / $number }"
)");
    stage_.write("contest/gen.sh", "#!/bin/sh\necho $(($1 * 7 + 3))\n");
    stage_.write("contest/game.toml",
                 "generator = './gen.sh {seed}'\ntester = './vis.sh {input} {output}'\n"
                 "score = '^Score = (.*)'\nillegal = '^Wrong'\n" +
                     more);
    stage_.write("twice/twice.sh", "#!/bin/sh\nread -r number\necho $((number * 2 + 1))\n");
  }

  [[nodiscard]] const Stage& stage() const { return stage_; }

  /// Plays one case.
  [[nodiscard]] Json match(const std::string& plugin, const Words& more = {}) const {
    const Words words =
        with({"--game", "./contest", "--seed", "5", "--plugin", plugin, "--record", "match.json", "--quiet"}, more);
    const support::Result result = stage_.host(words);
    INFO(result.err);
    REQUIRE(result.code == 0);
    return stage_.recorded();
  }

 private:
  Stage stage_;
};

double score_of(const Json& match) {
  return match.at("result").at("scores").at(0).get<double>();
}

}  // namespace

TEST_CASE("the scores of a tester's cases are those by hand, to the last digit, at each level of isolation") {
  const Contest contest;
  const support::Result by_hand = support::run({.words = {"sh", "-c", R"(cd contest
for seed in $(seq 0 99); do
  ./gen.sh "$seed" > in; ../twice/twice.sh < in > out; ./vis.sh in out
done; rm in out)"},
                                                .folder = contest.stage().path()});
  REQUIRE(by_hand.code == 0);
  for (const std::string level : {"none", "process", "sandbox"}) {
    CAPTURE(level);
    const support::Result played =
        contest.stage().done({"--game", "./contest", "--plugin", "./twice/twice.sh", "--seeds", "0-99", "--quiet",
                              "--no-db", "--isolation", level, "--record", "all.jsonl"});
    const auto matches = support::lines_of(support::content(contest.stage().path() / "all.jsonl"));
    const auto lines = support::lines_of(by_hand.out);
    REQUIRE(matches.size() == 100);
    REQUIRE(lines.size() == 100);
    for (std::size_t seed = 0; seed < 100; ++seed) {
      const Json match = support::parse_json(matches[seed]);
      REQUIRE(kind_of(match) == "ok");
      CHECK(score_of(match) == std::stod(lines[seed].substr(std::string("Score = ").size())));
    }
  }
}

TEST_CASE("the transcript of a case has its input, its output and the tester's line, and replays through the tester") {
  const Contest contest;
  const Json match = contest.match("./twice/twice.sh");
  CHECK(match.at("setup").at("start") == "38\\n");
  CHECK(match.at("actions").at(0).at("action") == "77\\n");
  CHECK(match.at("actions").at(0).at("reveals") == "Score = 2.02631578947368");
  CHECK(score_of(match) == doctest::Approx(77.0 / 38));
  contest.stage().done({"replay", "match.json", "--game", "./contest"});
  contest.stage().write("contest/vis.sh", "#!/bin/sh\necho Score = 2\n");
  contest.stage().refuses({"replay", "match.json", "--game", "./contest"}, 1, "Score = 2");
}

TEST_CASE("a solution's options are its arguments, also one that has the name of a limit") {
  const Contest contest;
  contest.stage().write("contest/vis.sh", "#!/bin/sh\necho Score = 1\n");
  contest.stage().write("told/told.sh", "#!/bin/sh\necho \"$@\"\n");
  const Json match = contest.match("./told/told.sh,heat=3,option.time=2");
  CHECK(match.at("actions").at(0).at("action") == "--heat=3 --time=2\\n");
}

TEST_CASE("bytes that are no text pass through unchanged") {
  const Contest contest;
  contest.stage().write("contest/gen.sh", "#!/bin/sh\nprintf '\\377\\001 \\\\ \\t%s' 5\n");
  contest.stage().write("contest/vis.sh", "#!/bin/sh\ncmp -s \"$1\" \"$2\" && echo Score = 1\n");
  const Json match = contest.match("run:cat");
  CHECK(score_of(match) == 1);
  CHECK(match.at("actions").at(0).at("action") == "\\xff\\x01 \\\\ \\x095");
  contest.stage().done({"replay", "match.json", "--game", "./contest"});
}

TEST_CASE("a solution that fails has the outcome of its failure, and the score for that") {
  const Contest contest("failed = -7\n[limits]\ntime = 0.5\nmemory = 64\n");
  const auto fails = [&](const std::string& body, const std::string& kind, const std::string& reason) {
    CAPTURE(body);
    contest.stage().write("bad/bad.py", "#!/usr/bin/env python3\nimport os, sys, time\n" + body + "\n");
    const Json match = contest.match("./bad/bad.py");
    check_outcome(match, kind, reason);
    CHECK(score_of(match) == -7);
    contest.stage().done({"replay", "match.json", "--game", "./contest"});
  };
  fails("while True: pass", "time", "it used up its CPU time of 0.5 s");
  fails("a = []\nwhile True:\n  a.append(b'x' * (1 << 20))\n  time.sleep(0.005)", "memory",
        "it ran out of its memory of 64 MiB");
  fails("os.abort()", "crash", "SIGABRT");
  fails("print(1)\nraise ValueError('no idea')", "exit", "no idea");
  fails("pass", "illegal", "Wrong: nothing was written");
  fails("while True: sys.stdout.write('x' * 65536)", "error", "8 MiB");
}

TEST_CASE("a solution that neither ends nor computes is stopped") {
  const Contest contest;
  contest.stage().write("bad/bad.sh", "#!/bin/sh\nsleep 1000\n");
  const Json match = contest.match("./bad/bad.sh", {"--wall", "1"});
  check_outcome(match, "stall", "it has not ended");
}

TEST_CASE("a tester that fails is told apart from its solutions, with its last words") {
  const Contest contest;
  contest.stage().write("bad/bad.sh", "#!/bin/sh\necho broken\n");
  const support::Result result =
      contest.stage().host({"--game", "./contest", "--plugin", "./bad/bad.sh", "--seeds", "1-2", "--no-db"});
  CHECK(result.code == 6);
  check_has(result.err, "wrote no score, and ended with exit status 3: the tester is broken");
}

TEST_CASE("where its folder is missing, a tester fails with that") {
  const Contest contest;
  contest.stage().write("contest/gen.sh", "#!/bin/sh\nrm -r ../contest\necho 1\n");
  const support::Result result =
      contest.stage().host({"tournament", "--game", "./contest", "--plugin", "./twice/twice.sh", "--plugin", "run:cat",
                            "--seeds", "1", "--no-db", "--jobs", "1"});
  CHECK(result.code == 6);
  check_has(result.err, "contest can't be entered on this machine: No such file or directory");
}

TEST_CASE("the lower score is better if game.toml says so, also relative to the best") {
  const Contest contest("better = 'lower'\nfailed = 100\ncontest = 'relative'\n");
  contest.stage().write("half/half.sh", "#!/bin/sh\nread -r number\necho \"$number\"\n");
  CHECK(score_of(contest.match("./half/half.sh")) == -1);
  const support::Result result = contest.stage().done({"compare", "--game", "./contest", "--plugin", "./half/half.sh",
                                                       "--against", "./twice/twice.sh", "--seeds", "0-39", "--no-db"});
  check_has(result.out, "half is better than twice, on 40 seeds of contest");
  check_has(result.out, ".jsonl --game ./contest");
}

TEST_CASE("scores count by rank if game.toml says so") {
  const Contest contest("contest = 'ranked'\n");
  contest.stage().write("half/half.sh", "#!/bin/sh\nread -r number\necho \"$number\"\n");
  contest.stage().write("same/same.sh", "#!/bin/sh\ncat\n");
  const support::Result result =
      contest.stage().done({"tournament", "--game", "./contest", "--plugin", "./half/half.sh", "--plugin",
                            "./twice/twice.sh", "--plugin", "./same/same.sh", "--seeds", "0-9", "--no-db", "--json"});
  const Json standings = support::parse_json(support::lines_of(result.out).back()).at("run").at("strategies");
  REQUIRE(standings.size() == 3);
  for (const Json& each : standings) CHECK(each.at("contest") == (each.at("name") == "twice" ? 10 : 2.5));
  const support::Result alone = contest.stage().host({"info", "./contest"});
  check_has(alone.out, "sum (by rank)");
}

TEST_CASE("options of a solution are its arguments") {
  const Contest contest;
  contest.stage().write("adds/adds.sh", "#!/bin/sh\nread -r number\necho \"$((number * ${1#--times=}))\"\n");
  CHECK(score_of(contest.match("./adds/adds.sh,times=3")) == 3);
  CHECK(score_of(contest.match("./adds/adds.sh,times=5")) == 5);
}

TEST_CASE("cases come from files, and a tester is found by its id") {
  const Contest contest;
  contest.stage().write("contest/in/0005.txt", "10\n");
  contest.stage().write("contest/game.toml",
                        "id = 'ratio'\ninput = 'in/{seed:4}.txt'\n"
                        "tester = './vis.sh {input} {output}'\nscore = '^Score = (.*)'\n");
  CHECK(score_of(contest.match("./twice/twice.sh")) == 2.1);
  const support::Result found = support::run(
      {.words = {AGON_TEST_BUILT "/host", "--game", "ratio", "--seed", "5", "--plugin", "./twice/twice.sh", "--no-db"},
       .folder = contest.stage().path(),
       .environment = {{"AGON_GAME_PATH", contest.stage().path().string()}}});
  CHECK_MESSAGE(found.code == 0, found.err);
  check_has(found.out, "2.1");
}

namespace {

/// A contest whose cases are files with these numbers, in AtCoder's layout.
struct ContestOfFiles : Contest {
  explicit ContestOfFiles(int first, int last, const std::string& more = "") {
    for (int seed = first; seed <= last; ++seed) {
      const std::string digits = std::to_string(seed);
      stage().write("contest/in/" + std::string(4 - digits.size(), '0') + digits + ".txt", digits + "1\n");
    }
    stage().write("contest/in/readme.txt", "no case\n");
    stage().write("contest/game.toml",
                  "input = 'in/{seed:4}.txt'\ntester = './vis.sh {input} {output}'\nscore = '^Score = (.*)'\n" + more);
    stage().write("thrice/thrice.sh", "#!/bin/sh\nread -r number\necho $((number * 3 + number % 5))\n");
  }

  [[nodiscard]] Json compared(const Words& more = {}) const {
    return support::parse_json(stage()
                                   .done(with({"compare", "--game", "./contest", "--plugin", "./thrice/thrice.sh",
                                               "--against", "./twice/twice.sh", "--no-db", "--json"},
                                              more))
                                   .out);
  }
};

}  // namespace

TEST_CASE("the default seeds of a tester whose cases are files are those files") {
  CHECK(ContestOfFiles(0, 9).compared().at("seed_list") == "0-9");
  const ContestOfFiles later(1003, 1009);
  CHECK(later.compared().at("seed_list") == "1003-1009");
  std::filesystem::remove(later.stage().path() / "contest/in/1005.txt");
  CHECK(later.compared({"--sequential"}).at("seed_list") == "1003-1004,1006-1009");
  later.stage().done({"--game", "./contest", "--plugin", "./twice/twice.sh", "--quiet", "--record", "match.json"});
  CHECK(later.stage().recorded().at("setup").at("seed") == 1003);
  const support::Result missing =
      later.stage().host({"--game", "./contest", "--plugin", "./twice/twice.sh", "--seed", "5", "--quiet"});
  CHECK(missing.code == 2);
  check_has(missing.err, "there is no case in/0005.txt; there are cases 1003 to 1004, 1006 to 1009");
}

TEST_CASE("advice names cases that exist, or says that all were played") {
  const ContestOfFiles contest(0, 29);
  contest.stage().write("luck/luck.sh", "#!/bin/sh\nread -r number\necho $((number * 2 + number * 7 % 11 - 4))\n");
  const auto advice = [&](const std::string& seeds) {
    return contest.stage()
        .done({"compare", "--game", "./contest", "--plugin", "./luck/luck.sh", "--against", "./twice/twice.sh",
               "--seeds", seeds, "--no-db", "--quiet"})
        .out;
  };
  const std::string all = advice("0-29");
  INFO(all);
  if (support::has(all, "To find a difference of this size")) check_has(all, "There are 30 cases, and all were played");
  CHECK_FALSE(support::has(all, "--seeds 30"));
  CHECK_FALSE(support::has(advice("0-19"), "--seeds 20-3"));
}

TEST_CASE("tune takes half of the cases, and checks on others") {
  const ContestOfFiles contest(0, 19);
  contest.stage().write("adds/adds.sh", "#!/bin/sh\nread -r number\necho $((number * ${1#--times=}))\n");
  const Words tune = {"tune",      "--game",    "./contest", "--plugin", "./adds/adds.sh,times=3",
                      "--tune",    "times=1:9", "--matches", "60",       "--no-db",
                      "--sampler", "random",    "--json"};
  const std::string out = contest.stage().done(tune).out;
  check_has(out, "10-19");
  const support::Result none = contest.stage().host(with(tune, {"--seeds", "0-19"}));
  CHECK(none.code == 2);
  check_has(none.err, "leaves no case for the check, and there are cases 0 to 19");
}

TEST_CASE("an output that the tester refuses is not ok, in capitals or not, or by the score of a failure alone") {
  const auto outcome_of = [](const std::string& toml, const std::string& line) {
    const Contest contest;
    contest.stage().write("contest/vis.sh", "#!/bin/sh\necho '" + line + "'\necho 'Score = 0' >&2\n");
    contest.stage().write("contest/game.toml",
                          "generator = './gen.sh {seed}'\ntester = './vis.sh {input} {output}'\n"
                          "score = 'Score = (.*)'\n" +
                              toml);
    return contest.match("./twice/twice.sh").at("result").at("outcomes").at(0);
  };
  const std::string pattern = "illegal = '(?i)^(wrong|illegal)'\n";
  for (const std::string line : {"wrong answer: expected 14 numbers, found 1", "WRONG", "Illegal move"}) {
    const Json outcome = outcome_of(pattern, line);
    CHECK(outcome.at("kind") == "illegal");
    CHECK(outcome.at("reason") == line);
  }
  const Json by_score = outcome_of("failed = 0\n", "no tour: 14 numbers");
  CHECK(by_score.at("kind") == "illegal");
  CHECK(by_score.at("reason") == "no tour: 14 numbers");
  CHECK(outcome_of("", "no tour").at("kind") == "ok");  // 0 may be a score like any other
  CHECK(outcome_of("failed = -1\n", "no tour").at("kind") == "ok");
}

TEST_CASE("a tester that is replaced during a run is noticed") {
  const Contest contest;
  contest.stage().write("contest/gen.sh", "#!/bin/sh\necho 'echo Score = 1' >> vis.sh\necho 1\n");
  const support::Result result = contest.stage().host(
      {"--game", "./contest", "--plugin", "./twice/twice.sh", "--seeds", "1", "--no-db", "--quiet"});
  check_has(result.err, "changed");
}

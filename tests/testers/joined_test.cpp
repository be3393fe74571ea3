// Testers that start their solutions themselves get relays, and work unchanged; the solutions run in the sandbox.
#include "tests/programs/scripts.hpp"
#include "tests/support/files.hpp"

#include <doctest/doctest.h>

#include <signal.h>

#include <filesystem>
#include <string>

namespace {

using namespace programs;
using support::Json;

/// A tester that is called as `tester.py COMMAND... < in`, in the shape of AtCoder's: the solution asks whether the
/// hidden number is below its own, until it knows it. Fewer questions score more.
constexpr const char* asks = R"(#!/usr/bin/env python3
import subprocess, sys
hidden = int(sys.stdin.readline())
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
child.stdin.write("1000\n"); child.stdin.flush()
score = 1000
for line in iter(child.stdout.readline, ""):
    kind, number = line.split()
    if kind == "!":
        if int(number) != hidden: sys.exit("Wrong number")
        break
    score -= 1
    child.stdin.write("yes\n" if hidden < int(number) else "no\n"); child.stdin.flush()
else:
    sys.exit("Wrong end")
status = child.wait()
print(f"Score = {score}, exit status {status}", file=sys.stderr)
)";

constexpr const char* halves = R"(#!/usr/bin/env python3
import sys
low, high = 0, int(input())
while high - low > 1:
    middle = (low + high) // 2
    print("?", middle, flush=True)
    if input() == "yes": high = middle
    else: low = middle
print("!", low, flush=True)
)";

/// Plays one case.
support::Result play(const Stage& stage, const std::string& plugin, const Words& more = {}) {
  return stage.host(
      with({"--game", "./contest", "--seed", "5", "--plugin", plugin, "--record", "match.json", "--quiet", "--no-db"},
           more));
}

Json match_of(const Stage& stage, const std::string& plugin, const Words& more = {}) {
  const support::Result result = play(stage, plugin, more);
  INFO(result.err);
  REQUIRE(result.code == 0);
  return stage.recorded();
}

double points_of(const Json& match, std::size_t seat = 0) {
  return match.at("result").at("scores").at(seat).get<double>();
}

/// Checks that the process whose number a tester has written has ended.
void check_gone(const Stage& stage) {
  const int process = std::stoi(support::content(stage.path() / "contest/pid"));
  CHECK_MESSAGE(support::comes_true([&] { return ::kill(process, 0) != 0; }), "it runs on");
}

void write_asking(const Stage& stage) {
  stage.write("contest/tester.py", asks);
  stage.write("contest/game.toml",
              "generator = 'echo $(({seed} * 131 % 1000))'\ntester = './tester.py {solution}'\n"
              "score = '^Score = ([0-9]+)'\nillegal = '^Wrong'\n[limits]\ntime = 1\n");
  stage.write("halves/halves.py", halves);
}

}  // namespace

TEST_CASE("a tester that starts its solution works unchanged, at each level of isolation, and replays") {
  const Stage stage;
  write_asking(stage);
  const support::Result by_hand = support::run(
      {.words = {"sh", "-c", "echo 655 | ./contest/tester.py python3 ./halves/halves.py"}, .folder = stage.path()});
  REQUIRE(by_hand.err == "Score = 990, exit status 0\n");
  for (const std::string level : {"sandbox", "process", "none"}) {
    CAPTURE(level);
    const Json match = match_of(stage, "./halves/halves.py", {"--isolation", level});
    CHECK(kind_of(match) == "ok");
    CHECK(points_of(match) == 990);
    CHECK(match.at("setup").at("start") == "655\\n");
    CHECK(match.at("actions").at(0).at("reveals") == "Score = 990, exit status 0");
    CHECK(has(match.at("actions").at(0).at("action").get<std::string>(), "? 500\\n? 750\\n"));
  }
  stage.done({"replay", "match.json", "--game", "./contest"});
  match_of(stage, "./halves/halves.py", {"--trace", "lines.tsv"});
  const std::string lines = support::content(stage.path() / "lines.tsv");
  check_has(lines, "\t5\t0\t0\thalves\t>\t1000\n");
  check_has(lines, "\t5\t0\t0\thalves\t<\t? 500\n");
  check_has(lines, "\t5\t0\t0\thalves\t>\tno\n");
}

TEST_CASE("a solution that a tester starts has the outcomes of all solutions, and its score then") {
  const Stage stage;
  write_asking(stage);
  const auto fails = [&](const std::string& body, const std::string& kind, const std::string& reason) {
    CAPTURE(body);
    stage.write("bad/bad.py", "#!/usr/bin/env python3\nimport os, sys, time\n" + body + "\n");
    const Json match = match_of(stage, "./bad/bad.py", {"--wall", kind == "stall" ? "3" : "60"});
    check_outcome(match, kind, reason);
    CHECK(points_of(match) == 0);
    stage.done({"replay", "match.json", "--game", "./contest"});
  };
  fails("input()\nwhile True: pass", "time", "it used up its CPU time of 1 s");
  fails("input()\nos.abort()", "crash", "SIGABRT");
  fails("print('!', 655, flush=True)\nsys.exit('after the answer')", "exit", "after the answer");
  fails("print('!', 3)", "illegal", "Wrong number");
  fails("input()", "illegal", "Wrong end");
  fails("print('? 3')\ntime.sleep(1000)", "stall", "it has not ended");
}

TEST_CASE("a solution that ends before its tester has finished is charged for it, and another one's result counts") {
  const Stage stage;
  write_asking(stage);
  const auto outcome = [&](const std::string& tester) {
    stage.write("contest/tester.py", tester);
    stage.write("quits/quits.py", "#!/usr/bin/env python3\ninput()\nprint('? 3', flush=True)\n");
    return match_of(stage, "./quits/quits.py");
  };
  const std::string start =
      "#!/usr/bin/env python3\nimport subprocess, sys\n"
      "p = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)\n"
      "def say(text): p.stdin.write(text); p.stdin.flush()\nsay('1000\\n')\np.stdout.readline()\n";
  const std::string end = "print('Score = 77', file=sys.stderr)\n";
  for (const std::string& body :
       {std::string("if not p.stdout.readline(): sys.exit('it has left')\n"),  // end of file
        std::string("for i in range(100000): say('no\\n')\n"),                 // a broken pipe, or a full one
        std::string("import os, signal\np.stdout.read()\nsignal.signal(signal.SIGPIPE, "
                    "signal.SIG_DFL)\nos.kill(os.getpid(), signal.SIGPIPE)\n"),  // by a signal
        std::string("if not p.stdout.readline(): sys.exit(0)\n")}) {             // without a word
    CAPTURE(body);
    const Json match = outcome(start + body + end);
    check_outcome(match, "exit", "it ended before the tester had finished, which then wrote no score");
    CHECK(points_of(match) == 0);
    stage.done({"replay", "match.json", "--game", "./contest"});
  }
  const Json scored = outcome(start + "p.stdout.read()\n" + end);  // such a tester counts what was said so far
  CHECK(kind_of(scored) == "ok");
  CHECK(points_of(scored) == 77);
  const auto tester_fails = [&](const std::string& tester, const std::string& sentence) {
    stage.write("contest/tester.py", tester);
    const support::Result result = play(stage, "./quits/quits.py");
    CHECK(result.code == 6);
    check_has(result.err, sentence);
  };
  tester_fails(start + "p.stdout.read()\nprint('Points: 77')\n",
               "its tester wrote no score, and ended with exit status 0");
  stage.write("quits/quits.py", "#!/usr/bin/env python3\nimport sys\nprint('? 3', flush=True)\nsys.stdin.read()\n");
  tester_fails(start + "p.stdin.close()\np.wait()\nsys.exit('a fault')\n",
               "its tester wrote no score, and ended with exit status 1");
  write_asking(stage);
  stage.write("quits/quits.py", "#!/usr/bin/env python3\ninput()\n");
  stage.write(
      "contest/game.toml",
      "generator = 'echo $(({seed} * 131 % 1000))'\ntester = './tester.py {solution}'\nscore = '^Score = ([0-9]+)'\n");
  const support::Result compared =
      stage.host({"compare", "--game", "./contest", "--plugin", "./halves/halves.py", "--against", "./quits/quits.py",
                  "--seeds", "0-9", "--quiet", "--no-db"});
  check_has(compared.out, "10 won, 0 tied, 0 lost");
}

TEST_CASE("a tester that ends early, or never starts its solution, has failed, and not the solution") {
  const Stage stage;
  write_asking(stage);
  stage.write("contest/tester.py", "#!/bin/sh\necho no such file: tester.jar >&2\nexit 1\n");
  const support::Result early = play(stage, "./halves/halves.py");
  CHECK(early.code == 6);
  check_has(early.err,
            "its tester ended before it started {solution}, with exit status 1: no such file: "
            "tester.jar");
  stage.write("contest/tester.py", "#!/bin/sh\necho $$ > pid; sleep 1000; echo end\n");
  const support::Result never = play(stage, "./halves/halves.py", {"--game-wall", "1"});
  CHECK(never.code == 6);
  check_gone(stage);
}

TEST_CASE("a solution that waits for more when its tester ends is ended, and that is no failure") {
  const Stage stage;
  stage.write("contest/tester.py", R"(#!/usr/bin/env python3
import subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
child.stdin.write("go\n"); child.stdin.flush()
print("Score =", int(child.stdout.readline()))
)");
  stage.write("contest/game.toml", "tester = './tester.py {solution} {seed}'\nscore = 'Score = (.*)'\n");
  stage.write("waits/waits.py", "#!/usr/bin/env python3\nwhile input():\n  print(3, flush=True)\n");
  const Json match = match_of(stage, "./waits/waits.py");
  CHECK(kind_of(match) == "ok");
  CHECK(points_of(match) == 3);
}

TEST_CASE("what a tester has started and left behind ends with the case") {
  const Stage stage;
  stage.write("contest/game.toml",
              "generator = 'echo {seed}'\nscore = '^([0-9]+)'\n"
              "tester = 'sleep 1000 & echo $! > pid; cat {output}'\n");
  CHECK(points_of(match_of(stage, "run:cat")) == 5);
  check_gone(stage);
}

TEST_CASE("a tester in Java starts its solution with -exec, and its own threads and processes end with the case") {
  if (!std::filesystem::exists("/usr/bin/javac")) return;
  const Stage stage;
  stage.write("contest/Tester.java", e2e::content(e2e::source_folder / "tests/testers/Tester.java"));
  REQUIRE(support::run({.words = {"javac", "Tester.java"}, .folder = stage.path() / "contest"}).code == 0);
  stage.write("contest/game.toml",
              "tester = 'java -cp . Tester -exec \"{solution}\" -seed {seed} -leave {seed}'\n"
              "score = 'Score = ([-0-9.E]+)'\n");
  stage.write("adds/adds.sh",
              "#!/bin/sh\nwhile read -r number && [ $number -ge 0 ]; do echo $((number + 100)); done\n");
  const support::Result by_hand =
      support::run({.words = {"java", "-cp", ".", "Tester", "-exec", "../adds/adds.sh", "-seed", "5"},
                    .folder = stage.path() / "contest"});
  const Json match = match_of(stage, "./adds/adds.sh");
  CHECK(kind_of(match) == "ok");
  CHECK(points_of(match) == std::stod(by_hand.out.substr(std::string("Score = ").size())));
  CHECK(match.at("setup").at("start") == "seed 5");
  CHECK(by_hand.out == match.at("actions").at(0).at("reveals").get<std::string>() + "\n");
  check_gone(stage);
}

namespace {

void write_duel(const Stage& stage) {
  stage.write("contest/referee.py", e2e::content(e2e::source_folder / "tests/testers/referee.py"));
  stage.write("contest/game.toml",
              "seats = 2\nscore = '^([01])$'\n"
              "tester = './referee.py -p1 \"{solution1}\" -p2 \"{solution2}\" -d seed={seed}'\n");
}

}  // namespace

TEST_CASE("a referee of several seats gives each a score, in every seating, and replays") {
  const Stage stage;
  write_duel(stage);
  stage.write("one/one.sh", "#!/bin/sh\nwhile read -r stones; do echo 1; done\n");
  stage.write("best/best.sh", "#!/bin/sh\nwhile read -r stones; do t=$((stones % 4)); echo $((t > 0 ? t : 1)); done\n");
  stage.write("bad/bad.sh", "#!/bin/sh\nread -r stones; echo 1; read -r stones; exit 3\n");
  const support::Result compared = stage.host({"compare", "--game", "./contest", "--plugin", "./best/best.sh",
                                               "--against", "./one/one.sh", "--seeds", "0-9", "--quiet", "--no-db"});
  check_has(compared.out, "best is better than one, on 10 seeds of contest");
  const Json match = match_of(stage, "./bad/bad.sh", {"--plugin", "./best/best.sh", "--seats", "listed"});
  CHECK(points_of(match, 0) == 0);
  CHECK(points_of(match, 1) == 1);
  CHECK(kind_of(match) == "exit");
  CHECK(match.at("result").at("outcomes").at(1).at("kind") == "ok");
  stage.done({"replay", "match.json", "--game", "./contest"});
}

TEST_CASE("of two solutions, one that has answered all that it got has not stalled when the other hangs") {
  const Stage stage;
  write_duel(stage);
  stage.write("one/one.sh", "#!/bin/sh\nwhile read -r stones; do echo 1; done\n");
  stage.write("hangs/hangs.sh", "#!/bin/sh\nread -r stones\nsleep 1000\n");
  for (const int hangs : {0, 1}) {
    CAPTURE(hangs);
    const Json match =
        match_of(stage, "./one/one.sh",
                 {"--plugin", "./hangs/hangs.sh", "--seats", hangs == 0 ? "1,0" : "listed", "--wall", "3"});
    CHECK(match.at("result").at("outcomes").at(hangs).at("kind") == "stall");
    CHECK(match.at("result").at("outcomes").at(1 - hangs).at("kind") == "ok");
    CHECK(points_of(match, 1 - hangs) == 1);
  }
}

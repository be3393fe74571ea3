// Testers in the shapes of three contests, in C++, Java and Python, each with the game.toml of its preset: the scores
// are those that the same commands write by hand.
#include "tests/programs/scripts.hpp"
#include "tests/support/files.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>

namespace {

using namespace programs;
using support::Json;

/// A contest's folder `contest`, and how its cases are played.
struct Shape {
  std::string preset;
  std::string tester;   // its command, if it is not that of the preset
  std::string by_hand;  // a command for $seed in that folder; writes the scores, each in a line
  Words players;
};

void run_in(const Stage& stage, const std::string& script) {
  const support::Result result = support::run({.words = {"sh", "-ec", script}, .folder = stage.path() / "contest"});
  REQUIRE_MESSAGE(result.code == 0, result.err);
}

/// Cases are files; the tester reads a case and an output.
Shape ahc(const Stage& stage) {
  stage.write("contest/vis.cpp", R"(#include <cmath>
#include <fstream>
#include <iostream>
int main(int, char** words) {
  std::ifstream in(words[1]), out(words[2]);
  double factor = 0, number = 0, sum = 0;
  if (!(out >> factor)) return std::cerr << "Wrong: no number\n", 1;
  while (in >> number) sum += std::sqrt(number * factor);
  std::cerr.precision(17);
  std::cerr << "Score = " << sum << "\n";
}
)");
  stage.write("solution/solution.sh", "#!/bin/sh\nread -r first rest\necho $((first % 7 + 1))\n");
  run_in(stage,
         "g++ -O0 vis.cpp -o vis; mkdir in; for seed in $(seq 0 99); do "
         "echo $((seed * 31)) $((seed * seed)) $((seed + 5)) > in/$(printf %04d $seed).txt; done");
  return {"ahc",
          "",
          "in=in/$(printf %04d $seed).txt; ../solution/solution.sh < $in > out; "
          "./vis $in out 2>&1 | sed -n 's/Score = //p'",
          {"./solution/solution.sh"}};
}

/// The tester makes the case from the seed, and starts the solution.
Shape topcoder(const Stage& stage) {
  stage.write("contest/Tester.java", e2e::content(e2e::source_folder / "tests/testers/Tester.java"));
  stage.write("solution/solution.sh",
              "#!/bin/sh\nwhile read -r number && [ $number -ge 0 ]; do echo $((number * number % 900)); done\n");
  run_in(stage, "javac Tester.java; jar cfe tester.jar Tester Tester.class");
  return {"topcoder-mm",
          "",
          "java -jar tester.jar -exec ../solution/solution.sh -seed $seed -novis | sed -n 's/Score = //p'",
          {"./solution/solution.sh"}};
}

/// The referee starts both bots, and writes a score for each.
Shape codingame(const Stage& stage) {
  stage.write("contest/referee.py", e2e::content(e2e::source_folder / "tests/testers/referee.py"));
  stage.write("one/one.sh", "#!/bin/sh\nwhile read -r stones; do echo 1; done\n");
  stage.write("best/best.sh", "#!/bin/sh\nwhile read -r stones; do echo $((stones % 4 > 0 ? stones % 4 : 1)); done\n");
  return {"codingame",
          R"(./referee.py -p1 "{solution1}" -p2 "{solution2}" -d seed={seed})",
          "./referee.py -p1 ../one/one.sh -p2 ../best/best.sh -d seed=$seed",
          {"./one/one.sh", "./best/best.sh"}};
}

/// Plays the seeds from 0 on by hand and with the host.
void check_scores(Shape (*shape_in)(const Stage&), std::size_t seeds) {
  const Stage stage;
  const Shape shape = shape_in(stage);
  CAPTURE(shape.preset);
  stage.done({"new", "game", "--from-tester", "contest", "--preset", shape.preset});
  if (!shape.tester.empty()) {
    std::string settings = support::content(stage.path() / "contest/game.toml");
    const std::size_t begin = settings.find("tester = ");
    settings.replace(begin, settings.find('\n', begin) - begin, "tester = '" + shape.tester + "'");
    stage.write("contest/game.toml", settings);
  }
  const std::string last = std::to_string(seeds - 1);
  const support::Result by_hand =
      support::run({.words = {"sh", "-ec", "for seed in $(seq 0 " + last + "); do " + shape.by_hand + "; done"},
                    .folder = stage.path() / "contest"});
  REQUIRE_MESSAGE(by_hand.code == 0, by_hand.err);
  Words play = {"--game", "./contest", "--seeds", "0-" + last, "--quiet", "--no-db", "--record", "all.jsonl"};
  for (const std::string& player : shape.players) play.insert(play.end(), {"--plugin", player});
  if (shape.players.size() > 1) play.insert(play.end(), {"--seats", "listed"});
  const support::Result played = stage.done(play);
  const Words expected = support::lines_of(by_hand.out);
  REQUIRE(expected.size() == seeds * shape.players.size());
  const Words matches = support::lines_of(support::content(stage.path() / "all.jsonl"));
  REQUIRE(matches.size() == seeds);
  for (std::size_t seed = 0; seed < seeds; ++seed) {
    CAPTURE(seed);
    const Json match = support::parse_json(matches[seed]);
    for (std::size_t seat = 0; seat < shape.players.size(); ++seat) {
      CHECK(match.at("result").at("outcomes").at(seat).at("kind") == "ok");
      CHECK(match.at("result").at("scores").at(seat) == std::stod(expected[seed * shape.players.size() + seat]));
    }
  }
}

void check_shapes(std::size_t seeds) {
  check_scores(ahc, seeds);
  check_scores(codingame, seeds);
  if (std::filesystem::exists("/usr/bin/javac")) check_scores(topcoder, seeds);
}

}  // namespace

TEST_CASE("testers in the shapes of three contests give the scores that they give by hand") {
  check_shapes(3);
}

TEST_SUITE("long") {
  TEST_CASE("testers in the shapes of three contests give 100 seeds the scores by hand, to the last digit" *
            doctest::skip()) {
    check_shapes(100);
  }
}

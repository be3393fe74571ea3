// The lines between the host and programs, as --trace writes them.
#include "tests/programs/scripts.hpp"
#include "tests/support/files.hpp"
#include "tests/support/inflated_page.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

using namespace programs;

namespace {

using Columns = std::vector<std::string>;

/// Returns the lines of a trace, each in its columns: time, seed, seat, turn, program, from, line.
std::vector<Columns> trace_in(const Stage& stage, const std::string& file) {
  std::vector<Columns> lines;
  for (const std::string& line : support::lines_of(support::content(stage.path() / file))) {
    Columns columns(1);
    for (const char each : line) {
      if (each == '\t')
        columns.emplace_back();
      else
        columns.back() += each;
    }
    lines.push_back(columns);
  }
  return lines;
}

}  // namespace

TEST_CASE("a trace has all lines between the host and a program, in their order and with their times") {
  const Stage stage;
  const std::string bot =
      stage.script("bot.sh", "echo \"log thinks\"; " + std::string(takes_first)) + ",name=ada,depth=3";
  stage.write("trace", "what was there\n");
  stage.done(e2e::tonga({"--plugin", "random", "--plugin", bot, "--seats", "listed", "--seed", "7", "--no-db",
                         "--quiet", "--trace", "trace"}));
  const std::vector<Columns> lines = trace_in(stage, "trace");
  REQUIRE(lines.size() > 10);
  CHECK(lines.front() == Columns{"time", "seed", "seat", "turn", "program", "from", "line"});
  std::string talk;
  std::string turns;
  for (std::size_t at = 1; at < lines.size(); ++at) {
    REQUIRE(lines[at].size() == 7);
    CHECK(lines[at][0].size() == std::string("2031-01-31T10:00:00.123456Z").size());
    CHECK((at == 1 || lines[at - 1][0] <= lines[at][0]));
    CHECK(lines[at][1] == "7");
    CHECK(lines[at][2] == "1");
    CHECK(lines[at][4] == "ada");
    if (lines[at][6].starts_with("action ")) turns += lines[at][3] + " ";
    talk += lines[at][5] + " " + lines[at][6].substr(0, lines[at][6].find(' ')) + "\n";
  }
  CHECK(talk.starts_with("> agon\n> game\n> option\n> start\n< ready\n> new\n> turn\n< log\n< action\n> turn\n"));
  CHECK(talk.ends_with("< action\n> end\n> quit\n"));
  CHECK(turns.starts_with("1 2 3 4 "));
}

TEST_CASE("the arenas of a run write one trace, without torn lines, and stored matches are played for it") {
  const Stage stage;
  const std::string bot = stage.script("bot.sh", takes_first);
  const Words words =
      with({"tournament", "--plugin", bot + ",name=ada", "--plugin", "random", "--plugin", bot + ",name=bo,x=1"},
           support::words_of("--game tonga --set n=6 --seeds 1-4 --jobs 3 --db results.db --quiet --trace trace"));
  for (int times = 0; times < 2; ++times) {
    const support::Result result = stage.done(words);
    std::map<std::string, std::map<std::string, int>> matches;
    for (const Columns& line : trace_in(stage, "trace")) {
      REQUIRE(line.size() == 7);
      ++matches[line[4]][line[5] + line[6].substr(0, line[6].find(' '))];
    }
    for (const char* const name : {"ada", "bo"}) {
      CHECK(matches[name][">new"] == 16);  // 4 seeds, 2 seats, 2 opponents
      CHECK(matches[name][">turn"] == 16 * 18);
      CHECK(matches[name]["<action"] == 16 * 18);
    }
  }
}

TEST_CASE("a trace is refused where no program plays, and where it can't be written") {
  const Stage stage;
  stage.refuses({"--game", "tonga", "--plugin", "random", "--no-db", "--trace", "trace"}, 2,
                "--trace trace: only programs exchange lines with the host, and this command names none");
  const std::string bot = stage.script("bot.sh", takes_first);
  stage.refuses({"--game", "tonga", "--plugin", bot, "--no-db", "--trace", "no/trace"}, 5,
                "--trace no/trace: can't be written: No such file or directory");
}

TEST_CASE("the page of a match has the lines of its trace beside its turns") {
  const Stage stage;
  const std::string bot = stage.script("bot.sh", takes_first);
  stage.done(e2e::tonga({"--plugin", bot, "--plugin", "random", "--seed", "7", "--no-db", "--quiet", "--trace", "trace",
                         "--record", "match"}));
  stage.done({"replay", "match", "--html", "without.html"});
  stage.done({"replay", "match", "--html", "with.html", "--trace", "trace"});
  CHECK(has(support::inflated_page(stage.path() / "with.html"), R"(\u003c action )"));
  CHECK_FALSE(has(support::inflated_page(stage.path() / "without.html"), R"(\u003c action )"));
  stage.refuses({"replay", "match", "--trace", "trace"}, 2, "--trace needs --html");
  stage.refuses(e2e::tonga({"--plugin", bot, "--no-db", "--trace", "match"}), 2,
                "match is there and holds recorded matches: name another file");
}

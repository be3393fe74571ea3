// Files that can't be run are refused before a match, with what helps.
#include "tests/programs/scripts.hpp"
#include "tests/support/files.hpp"
#include "tests/support/json.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace {

using namespace programs;

void refuses(const Stage& stage, const std::string& plugin, int code, const std::string& sentence) {
  const support::Result result = stage.host({"--game", "tonga", "--plugin", plugin});
  CAPTURE(plugin);
  CHECK(result.code == code);
  check_has(result.err, sentence);
}

}  // namespace

TEST_CASE("a file that is not executable is refused, with the two ways out") {
  const Stage stage;
  std::filesystem::permissions(stage.path() / stage.write("bot.py", "#!/usr/bin/env python3\n"),
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  refuses(stage, "./bot.py", 3,
          "./bot.py: is not a shared library, and not executable as a program: make it so with 'chmod +x ./bot.py', or "
          "write --plugin 'run:python3 ./bot.py'");
  refuses(stage, "bot.py", 3, "bot.py: is not a shared library, and not executable as a program");
}

TEST_CASE("a missing interpreter is named") {
  const Stage stage;
  refuses(
      stage, stage.write("a.py", "#!/usr/bin/nopython\n"), 3,
      "./a.py: its interpreter /usr/bin/nopython is not there, or not executable. To run it with another one, write "
      "--plugin 'run:python3 ./a.py'");
  refuses(stage, stage.write("b.py", "#!/usr/bin/env nopython\n"), 3,
          "its interpreter nopython is in no folder of PATH");
  refuses(stage, stage.write("c.py", "print('ready')\n"), 3, "its first line does not name an interpreter");
  refuses(stage, stage.write("d.py", "#!/usr/bin/env python3\r\n"), 3, "its first line ends with a carriage return");
  refuses(stage, "run:nosuchprogram bot", 3, "no program 'nosuchprogram' is in a folder of PATH");
  refuses(stage, "run:Rscript bot.R", 3,
          "no program 'Rscript' is in a folder of PATH: install it, on Debian with 'sudo apt-get install r-base-core'");
  refuses(stage, "run:./nosuchfile", 3, "./nosuchfile is not there, or not executable");
  refuses(stage, "run:", 2, "write a command after it");
  refuses(stage, "run:sh 'bot", 2, "a quote (') is not closed");
  refuses(stage, "./nosuch.py", 3, "no such file");
}

TEST_CASE("the host's own options for programs are checked") {
  const Stage stage;
  const std::string bot = stage.script("bot.sh", takes_first);
  refuses(stage, bot + ",start=soon", 2, "start=soon: it takes the seconds that a program's start may take");
  refuses(stage, bot + ",start=0", 2, "start=0");
  refuses(stage, bot + ",text=a\nstart", 2, "./bot.sh: the option 'text' has a line break");
  refuses(stage, "./a,b.sh", 2, "a path or a value with a comma takes quotes, as in '\"a,b/bot.py\"'");
  refuses(stage, "'./a,b.sh", 2, "a quote (') is not closed");
  refuses(stage, bot + ",read=/no/such/folder", 2, "read=/no/such/folder: there is no such file or folder");
}

TEST_CASE("tuning varies the options of a program that --plugin sets") {
  const Stage stage;
  const std::string bot = stage.script("bot.sh", takes_first);
  stage.refuses({"tune", "--game", "tonga", "--plugin", bot + ",depth=1", "--tune", "width=1:3"}, 2,
                "--tune width: program bot, whose options are those that --plugin sets, has no option of this name");
}

// Deterministic players on few starts play the same match on many seeds, which are no further observations.
namespace {

/// With n=8, seeds differ in nothing.
Words words(const std::string& command, const Words& more) {
  Words all = {command, "--game", "tonga", "--set", "n=8"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Plays the first empty cell against the second one.
Words comparison(const Stage& stage, const Words& more) {
  Words all =
      words("compare", {"--plugin", stage.script("first.sh", takes_first), "--against",
                        stage.script("second.sh", R"(case $board in *.*.*) board=${board%%.*}x${board#*.} ;; esac
      first_empty; echo "action $cell")"),
                        "--quiet"});
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace

TEST_CASE("matches that repeat prove nothing: compare names their number, says how they end, and makes no test") {
  const Stage stage;
  for (const Words& test : {Words{}, {"--sprt", "0,50"}, {"--sequential"}}) {
    CAPTURE(test.size());
    Words more = {"--seeds", "1-20", "--no-db"};
    more.insert(more.end(), test.begin(), test.end());
    const support::Result result = stage.done(comparison(stage, more));
    check_has(result.out, "no test between first and second, on 20 seeds of tonga\n");
    check_has(result.out, "first and second are equal in these matches");
    check_has(result.out,
              "20 blocks, 1 of them different, from 1 start: deterministic players repeat the same matches, so each "
              "start is an observation; --opening-plies 4 makes more starts\n");
  }
}

TEST_CASE("tables count matches that repeat, and say so; no interval comes of them") {
  const Stage stage;
  stage.done(comparison(stage, {"--seeds", "1-8", "--db", "results.db"}));
  const support::Result tournament =
      stage.host(words("tournament", {"--plugin", "./first.sh", "--plugin", "./second.sh", "--seeds", "9-16", "--db",
                                      "results.db", "--quiet"}));
  CHECK(has(tournament.out, "8 blocks, 1 of them different, from 1 start: deterministic players repeat"));
  for (const std::string run : {"latest", "all"}) {
    CAPTURE(run);
    const std::string blocks = run == "all" ? "16" : "8";
    const support::Result text = stage.host({"standings", "--db", "results.db", "--run", run, "--html", "page.html"});
    CHECK(has(text.out, "tonga: 2 strategies, " + std::to_string(2 * std::stoi(blocks)) + " matches on " + blocks +
                            " seeds\n" + blocks + " blocks, 1 of them different, from 1 start: deterministic"));
    CHECK(has(support::content(stage.path() / "page.html"), "1 of them different, from 1 start"));
    const support::Json json =
        support::parse_json(stage.host({"standings", "--db", "results.db", "--run", run, "--json"}).out);
    CHECK(json.at("observations").at("different") == 1);
    CHECK(json.at("observations").at("starts") == 1);
    CHECK(json.at("observations").at("case") == "players are deterministic");
    CHECK(json.at("strategies").at(0).at("matches") == 2 * std::stoi(blocks));
    CHECK(json.at("strategies").at(0).at("rating_interval").is_null());
    CHECK(json.at("strategies").at(0).at("mean_score_interval").is_null());
  }
}

TEST_CASE("in one table, pairs that draw count by seeds, and pairs that repeat by starts") {
  const Stage stage;
  comparison(stage, {});  // writes the programs
  const auto played = stage.host(words("tournament", {"--plugin", "./first.sh", "--plugin", "./second.sh", "--plugin",
                                                      "random", "--seeds", "1-20", "--db", "results.db", "--quiet"}));
  REQUIRE(played.code == 0);
  const support::Json json = support::parse_json(stage.host({"standings", "--db", "results.db", "--json"}).out);
  CHECK(json.at("observations").at("case") == "some players draw");
  CHECK(json.at("observations").at("starts") == 3);
  CHECK(json.at("matches") == 120);
  for (const support::Json& strategy : json.at("strategies")) CHECK(strategy.at("rating_interval").is_array());
}

TEST_CASE("players that draw random numbers play different matches on the same start, and each counts") {
  const Stage stage;
  const support::Result result = stage.host(
      words("compare", {"--plugin", "greedy", "--against", "random", "--seeds", "1-10", "--no-db", "--quiet"}));
  check_has(result.out,
            "greedy is better than random, on 10 seeds of tonga\n10 blocks from 1 start: the game or its "
            "players draw, so each block is an observation\n\n");
}

// Matches that are played again: a strategy that plays differently with the same seed is noticed, and named.
namespace {

/// Writes a program that takes the first empty cell, or the second one if the file `mood` says so.
std::string moody(const Stage& stage) {
  return stage.script("bot/moody.sh", "read -r mood < '" + (stage.path() / "mood").string() + R"('
      case $mood$board in second*.*.*) board=${board%%.*}x${board#*.} ;; esac
      first_empty; echo "action $cell")");
}

/// Plays the program against another strategy, in that mood.
support::Result play(const Stage& stage, const std::string& bot, const std::string& mood, const Words& more = {}) {
  stage.write("mood", mood + "\n");
  return stage.host(with({"tournament", "--game", "tonga", "--set", "n=6", "--plugin", bot, "--plugin", "greedy",
                          "--seeds", "1-2", "--isolation", "none", "--db", "results.db", "--quiet"},
                         more));
}

}  // namespace

TEST_CASE("a strategy that plays otherwise with the same seed is named, and its first results are kept") {
  const Stage stage;
  const std::string bot = moody(stage);
  const support::Result first = play(stage, bot, "first", {"--keep"});
  REQUIRE(first.code == 0);
  CHECK_FALSE(has(first.err, "deterministic"));
  const support::Result same = play(stage, bot, "first", {"--record", "again.jsonl"});
  CHECK_FALSE(has(same.err, "deterministic"));
  const support::Result other = play(stage, bot, "second", {"--record", "again.jsonl"});
  CHECK(other.code == 0);
  CHECK(has(other.err,
            "warning: moody is not deterministic: 4 matches of this run, the first with seed 1, went "
            "differently when played before; the database keeps the earlier results"));
  CHECK_FALSE(has(play(stage, bot, "first", {"--record", "again.jsonl"}).err, "deterministic"));
}

TEST_CASE("where no transcripts show which strategy it was, both are named") {
  const Stage stage;
  const std::string bot = moody(stage);
  REQUIRE(play(stage, bot, "first").code == 0);
  stage.done({"standings", "--prune", "--db", "results.db"});
  const support::Result second = play(stage, bot, "second", {"--keep"});
  check_has(second.err, "greedy or moody is not deterministic: 4 matches");
  check_has(second.err, "the database has the new results, whose transcripts it keeps");
  // The table is that of the database.
  CHECK(play(stage, bot, "first", {"--keep"}).out == second.out);
  CHECK(play(stage, bot, "first").out == second.out);
}

// Deterministic players on few starts play the same match on many seeds: results of copies don't count.
#include "tests/programs/scripts.hpp"
#include "tests/support/files.hpp"
#include "tests/support/json.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace programs;

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

TEST_CASE("copies of a match prove nothing: compare names their number, and finds no difference") {
  const Stage stage;
  for (const Words& test : {Words{}, {"--sprt", "0,50"}, {"--sequential"}}) {
    CAPTURE(test.size());
    Words more = {"--seeds", "1-20", "--no-db"};
    more.insert(more.end(), test.begin(), test.end());
    const support::Result result = stage.host(comparison(stage, more));
    CHECK(result.code == 0);
    CHECK(contains(result.out,
                   "no difference found between first and second, on 1 seed of tonga\n"
                   "20 seeds, 1 different: results of copies don't count"));
  }
}

TEST_CASE("standings leave copies out, of other runs too; the table of a tournament counts all, and says so") {
  const Stage stage;
  REQUIRE(stage.host(comparison(stage, {"--seeds", "1-3", "--db", "results.db"})).code == 0);
  const support::Result tournament =
      stage.host(words("tournament", {"--plugin", "./first.sh", "--plugin", "./second.sh", "--seeds", "4-6", "--db",
                                      "results.db", "--quiet"}));
  CHECK(contains(tournament.out, "3 seeds, 1 different: this table counts the copies; compare and standings don't"));
  for (const std::string run : {"latest", "all"}) {
    CAPTURE(run);
    const support::Result text = stage.host({"standings", "--db", "results.db", "--run", run, "--html", "page.html"});
    CHECK(contains(text.out,
                   "tonga: 2 strategies, 2 matches on 1 seed\n" + std::string(run == "all" ? "6" : "3") +
                       " seeds, 1 different: results of copies don't count; --opening-plies 4 makes them differ\n"));
    CHECK(contains(support::content(stage.path() / "page.html"), "1 different: results of copies don"));
    const support::Json json =
        support::parse_json(stage.host({"standings", "--db", "results.db", "--run", run, "--json"}).out);
    CHECK(json.at("observations").at("different") == 1);
    CHECK(json.at("strategies").at(0).at("matches") == 2);
  }
}

TEST_CASE("players that draw random numbers play different matches on the same start") {
  const Stage stage;
  const support::Result result = stage.host(
      words("compare", {"--plugin", "greedy", "--against", "random", "--seeds", "1-10", "--no-db", "--quiet"}));
  CHECK(contains(result.out, "greedy is better than random, on 10 seeds of tonga\n\n"));
}

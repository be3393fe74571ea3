// Matches that are played again: a strategy that plays differently with the same seed is noticed, and named.
#include "tests/programs/scripts.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace programs;

/// Writes a program that takes the first empty cell, or the second one if the file `mood` says so.
std::string moody(const Stage& stage) {
  return stage.script("moody.sh", "read -r mood < '" + (stage.path() / "mood").string() + R"('
      case $mood$board in second*.*.*) board=${board%%.*}x${board#*.} ;; esac
      first_empty; echo "action $cell")");
}

/// Plays the program against another strategy, in that mood.
support::Result play(const Stage& stage, const std::string& bot, const std::string& mood, const Words& more = {}) {
  stage.write("mood", mood + "\n");
  Words words = {"tournament", "--game",  "tonga", "--set",       "n=6",  "--plugin", bot,          "--plugin",
                 "greedy",     "--seeds", "1-2",   "--isolation", "none", "--db",     "results.db", "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  return stage.host(words);
}

}  // namespace

TEST_CASE("a strategy that plays otherwise with the same seed is named, and its first results are kept") {
  const Stage stage;
  const std::string bot = moody(stage);
  const support::Result first = play(stage, bot, "first", {"--keep"});
  REQUIRE(first.code == 0);
  CHECK_FALSE(contains(first.err, "deterministic"));
  const support::Result same = play(stage, bot, "first", {"--keep"});
  CHECK_FALSE(contains(same.err, "deterministic"));
  const support::Result other = play(stage, bot, "second", {"--keep"});
  CHECK(other.code == 0);
  CHECK(contains(other.err,
                 "warning: moody is not deterministic: 4 matches of this run, the first with seed 1, went "
                 "differently when played before; the database keeps the earlier results"));
  CHECK_FALSE(contains(play(stage, bot, "first", {"--afresh"}).err, "deterministic"));
}

TEST_CASE("where no transcripts show which strategy it was, both are named") {
  const Stage stage;
  const std::string bot = moody(stage);
  REQUIRE(play(stage, bot, "first").code == 0);
  CHECK(contains(play(stage, bot, "second", {"--afresh"}).err, "greedy or moody is not deterministic: 4 matches"));
}

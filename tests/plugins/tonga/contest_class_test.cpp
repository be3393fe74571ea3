// A class written for the contest, as a plugin.
#include "tests/support/built_host.hpp"
#include "tests/support/checked_json.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

/// The matches of these seeds between the old class, under the name "one", and `other`.
std::vector<support::Json> play(const std::string& seeds, const std::string& other) {
  return support::host_matches({"--game", "tonga", "--set", "n=6", "--plugin", AGON_TEST_OLD_CONTEST_CLASS ",name=one",
                                "--plugin", other, "--seeds", seeds});
}

}  // namespace

TEST_CASE("an old class that keeps globals plays several matches in a row, of both colours") {
  const auto matches = play("1-12", "random");
  REQUIRE(matches.size() == 12);
  bool black = false;
  bool white = false;
  for (const auto& match : matches) {
    CAPTURE(support::to_text(match));
    CHECK(match["result"]["outcomes"] == support::parse_json(R"([{"kind": "ok"}, {"kind": "ok"}])"));
    CHECK(match["result"]["turns"] == support::parse_json("[18, 18]"));
    (match["seats"][0]["strategy"] == "pseudotonga" ? black : white) = true;
  }
  CHECK(black);
  CHECK(white);
}

TEST_CASE("what an old class prints is in the match's log, also where it wanted a file for that") {
  const std::string log = support::host_log({"--game", "tonga", "--set", "n=6", "--plugin", AGON_TEST_OLD_CONTEST_CLASS,
                                             "--plugin", "random", "--board", "none", "--no-db"});
  for (const char* const line : {"move 1\n", "cerr 18\n", "cout 18\n", "printf 3.67 1000000000000000000\n"}) {
    CAPTURE(line);
    CHECK(log.find(line) != std::string::npos);
  }
}

TEST_CASE("an old class plays against itself without sharing its globals") {
  for (const auto& match : play("1-4", AGON_TEST_OLD_CONTEST_CLASS)) {
    CAPTURE(support::to_text(match));
    CHECK(match["result"]["outcomes"] == support::parse_json(R"([{"kind": "ok"}, {"kind": "ok"}])"));
    // Both take the first free square: they alternate along each row, so every column of the six is of one colour.
    CHECK(match["result"]["scores"] == support::parse_json("[0, 0]"));
  }
}

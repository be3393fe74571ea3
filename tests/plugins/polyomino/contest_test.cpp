// Through the built host: a class as it was written for the contest, records, and boards from files.
#include "plugin.hpp"

#include "tests/support/built_host.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/loaded_plugin.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace {

using namespace polyomino::test;
using support::run_host;

/// What each match scored, by the host's own word; each has to end well.
std::vector<double> scores(const std::string& strategy, const std::string& seeds) {
  std::vector<double> found;
  for (const auto& match : support::host_matches(
           {"--game", "polyomino", "--plugin", strategy, "--seeds", seeds, "--set", "penalty=0,width=30,height=25"})) {
    REQUIRE(match["result"]["outcomes"][0]["kind"] == "ok");
    found.push_back(match["result"]["scores"][0]);
  }
  return found;
}

}  // namespace

TEST_CASE("a class written for the contest, with globals that it never clears, plays several matches in a row") {
  const std::string plugin = AGON_TEST_OLD_CONTEST_CLASS;
  const std::vector<double> together = scores(plugin, "1-4");
  REQUIRE(together.size() == 4);
  for (std::size_t match = 0; match < together.size(); ++match) {
    CHECK(together[match] > 500);
    CHECK(scores(plugin, std::to_string(match + 1)) == std::vector{together[match]});
  }
}

TEST_CASE("a contest's class says that it can't take over in the middle of a match") {
  Match match(1, small_board);
  REQUIRE(match.act(get(3)) == "");
  Player player(*support::plugin(AGON_TEST_OLD_CONTEST_CLASS).strategies[0], match);
  CHECK(player.turn() == "a contest's class can't take over in the middle of a match");
}

TEST_CASE("a recorded match is replayed to the same score, with the time that it took") {
  const support::TemporaryFolder folder;
  const std::string record = (folder.path() / "matches.jsonl").string();
  run_host({"--game", "polyomino", "--plugin", "triomino", "--seeds", "1-3", "--set", "width=25", "--record", record,
            "--quiet"});
  run_host({"replay", record, "--quiet"});
}

TEST_CASE("a match on a board from a file is replayed when the file is gone") {
  const support::TemporaryFolder folder;
  const std::string board = folder.write("board.txt", "..........\n....X.....\n.........X\n").string();
  const std::string record = (folder.path() / "matches.jsonl").string();
  run_host({"--game", "polyomino", "--plugin", "random", "--set", "file=" + board, "--record", record, "--quiet"});
  std::filesystem::remove(board);
  run_host({"replay", record, "--quiet"});
  const auto json = support::parse_json(support::content(record));
  CHECK(json["setup"]["start"] == "........../....X...../.........X");
  CHECK(json["setup"]["parameters"]["board"] == json["setup"]["start"]);
  CHECK(!json["setup"]["parameters"].contains("file"));
}

TEST_CASE("a board file that can't be used is refused before the match, with its name and line") {
  const support::TemporaryFolder folder;
  const std::string board = folder.write("board.txt", "...\n.?.\n").string();
  const std::string error =
      run_host({"--game", "polyomino", "--plugin", "random", "--set", "file=" + board, "--quiet"}, 2);
  CHECK(error.find("file=" + board + ", line 2, column 2: a square is 'X' (covered) or '.' (free)") !=
        std::string::npos);
}

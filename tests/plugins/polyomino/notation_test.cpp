#include "plugin.hpp"
#include "tests/support/built_host.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/loaded_plugin.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <filesystem>
#include <string>

namespace {

using namespace polyomino::test;

}  // namespace

TEST_CASE("actions are written as the notation says, and read back") {
  const Match match(1);
  CHECK(match.write(get(17)) == "get 17");
  CHECK(match.write(place(3, 10, 12, 1)) == "place 3 10 12 1");
  CHECK(match.write(done) == "done");
  for (const char* text : {"get 17", "place 3 10 12 1", "done", "place -1 -2 -3 9", "get 2147483647"}) {
    polyomino_action action{};
    REQUIRE(match.parse(text, action).status == AGON_OK);
    CHECK(match.write(action) == text);
  }
}

TEST_CASE("what is no action is refused with what would be right") {
  const Match match(1);
  polyomino_action action{};
  for (const char* text : {"",       " ",      "get",     "get ",  "get  3",          "get 3 ",      " get 3",
                           "get +3", "get 03", "get 3.0", "Get 3", "get 99999999999", "place 1 2 3", "place 1 2 3 4 5",
                           "done 1", "done ",  "fetch 3", "get-3", "place 1,2,3,0",   "get -0"}) {
    CAPTURE(text);
    CHECK(match.parse(text, action).text.find("write 'get SIZE', 'place INDEX X Y ROTATION' or 'done'") !=
          std::string::npos);
  }
}

TEST_CASE("bytes that are no action have no text") {
  const Match match(1);
  const polyomino_action unknown = {4, 0, 0, 0, 0};
  CHECK_FALSE(match.write(unknown));
  CHECK(match.write_bytes({&unknown, 19}).status == AGON_ILLEGAL);
  CHECK(match.write_bytes({nullptr, 0}).status == AGON_ILLEGAL);
}

TEST_CASE("the start is the board alone; later the position tells points and the tiles held") {
  Match match(1, {{"board", "...../.X.../....."}});
  CHECK(match.position() == "...../.X.../.....");
  REQUIRE(match.act(get(3)) == "");
  const std::string first = match.revealed();
  CHECK(match.position() == "...../.X.../..... points 0 tiles 1 held 0=" + first);
  REQUIRE(match.act(place(0, 2, 0, 0)) == "");
  REQUIRE(match.act(get(3)) == "");
  CHECK(match.position().ends_with(" points 9 tiles 2 held 1=" + match.revealed()));
}

// Through the built host: a class as it was written for the contest, records, and boards from files.
namespace {

using support::run_host;

}  // namespace

TEST_CASE("a class written for the contest, with globals that it never clears, plays several matches in a row") {
  for (const auto& match : support::check_same_alone(
           {"--game", "polyomino", "--plugin", AGON_TEST_OLD_CONTEST_CLASS, "--set", "penalty=0,width=30,height=25"},
           4))
    CHECK(match["result"]["scores"][0] > 500);
}

TEST_CASE("a contest's class says that it can't take over in the middle of a match") {
  Match match(1, small_board);
  REQUIRE(match.act(get(3)) == "");
  Player player(*support::plugin(AGON_TEST_OLD_CONTEST_CLASS).strategies[0], match);
  CHECK(player.turn() == "a contest's class can't take over in the middle of a match");
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

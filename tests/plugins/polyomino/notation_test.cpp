#include "plugin.hpp"

#include <doctest/doctest.h>

#include <agon/random.hpp>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

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

TEST_CASE("random text is refused or reads back to itself") {
  const Match match(1);
  agon::Random random(5);
  const std::string alphabet = "getplacdon 0123456789-+\t/\xff";
  for (int round = 0; round < 20'000; ++round) {
    std::string text = std::vector<std::string>{"", "get ", "place ", "done"}[random.below(4)];
    for (std::uint64_t size = random.below(10); size > 0; --size) text += alphabet[random.below(alphabet.size())];
    polyomino_action action{};
    if (match.parse(text, action).status == AGON_OK) REQUIRE(match.write(action) == text);
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

TEST_CASE("a match is played again through its texts") {
  for (const agon_strategy_type* type : shipped()) {
    CAPTURE(type->id);
    Match match(12, {{"width", "25"}, {"height", "22"}});
    Match again(12, match.parameters());
    // One action a turn, so that each can be seen.
    while (!match.over()) {
      const std::string before = match.observed();
      Player player(*type, match, 1, 1);
      REQUIRE(player.turn() == "");
      // The action is what the observation changed by: find it in the new one.
      if (match.over()) break;
      polyomino_observation then{};
      std::memcpy(&then, before.data(), sizeof then);
      const polyomino_observation& now = match.observe();
      polyomino_action action = get(0);
      if (now.tile_count > then.tile_count) {
        action.value = polyomino_tiles(&now)[then.tile_count].size;
      } else {
        std::vector<polyomino_tile> tiles(static_cast<std::size_t>(then.tile_count));
        std::memcpy(tiles.data(), before.data() + then.tiles_offset, tiles.size() * sizeof(polyomino_tile));
        std::int32_t index = 0;
        while (tiles[static_cast<std::size_t>(index)].placed == polyomino_tiles(&now)[index].placed) ++index;
        const polyomino_tile& tile = polyomino_tiles(&now)[index];
        action = place(index, tile.x, tile.y, tile.rotation);
      }
      const std::string text = match.write(action).value();
      polyomino_action read{};
      REQUIRE(again.parse(text, read).status == AGON_OK);
      REQUIRE(again.act(read) == "");
      REQUIRE(again.revealed() == match.revealed());
      REQUIRE(again.position() == match.position());
    }
    CHECK(again.position() == match.position());
  }
}

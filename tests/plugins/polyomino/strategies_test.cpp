// The strategies that ship, on boards of all kinds and in the middle of matches.
#include "plugin.hpp"
#include "tests/support/effort.hpp"

#include <doctest/doctest.h>

#include <agon/random.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace {

using namespace polyomino::test;

double raw_score(const agon_strategy_type& type, std::uint64_t seed, Values values = {}) {
  values["penalty"] = "0";
  Match match(seed, values);
  Player player(type, match);
  REQUIRE(player.play() == "");
  return match.score();
}

}  // namespace

TEST_CASE("every strategy ends on boards without room, and on those where everything fits") {
  for (const agon_strategy_type* type : shipped()) {
    CAPTURE(type->id);
    CHECK(raw_score(*type, 1, {{"board", "XX/XX"}}) == 0);
    CHECK(raw_score(*type, 1, {{"board", "."}}) == 0);
    CHECK(raw_score(*type, 1, {{"width", "60"}, {"height", "60"}, {"covered", "0"}}) > 0);
  }
}

TEST_CASE("every strategy takes over in the middle of a match, whatever was done before") {
  agon::Random random(17);
  for (const agon_strategy_type* type : shipped()) {
    CAPTURE(type->id);
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      Match match(seed, {{"width", "30"}, {"height", "24"}});
      // Somebody else asks for tiles of any size, and places some of them.
      for (std::uint64_t step = random.below(60); step > 0; --step) {
        const auto below = [&](std::uint64_t bound) { return static_cast<std::int32_t>(random.below(bound)); };
        const std::int32_t tiles = match.observe().tile_count;
        if (tiles == 0 || below(3) == 0) {
          REQUIRE(match.act(get(3 + below(below(10) == 0 ? 998 : 12))) == "");
        } else {
          static_cast<void>(match.act(place(below(static_cast<std::uint64_t>(tiles)), below(30), below(24), below(4))));
        }
      }
      Player player(*type, match);
      REQUIRE(player.play() == "");
      CHECK(match.over());
    }
  }
}

TEST_CASE("every strategy goes on where its turn was cut short") {
  for (const agon_strategy_type* type : shipped()) {
    CAPTURE(type->id);
    Match match(3, {{"width", "30"}, {"height", "24"}});
    Player player(*type, match, 1, 3);
    CHECK(player.play() == "");
    CHECK(match.over());
    CHECK(player.turns() >= player.actions() / 3);
  }
}

TEST_CASE("triomino asks for triominoes alone, and holds one at the end") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Match match(seed, {{"penalty", "0"}});
    Player player(strategy("triomino"), match);
    REQUIRE(player.play() == "");
    const std::string position = match.position();
    const auto placed = (player.actions() - 2) / 2;  // but for the last tile and "done" a get and a place for each
    CHECK(std::count(position.begin(), position.end(), '#') == static_cast<std::ptrdiff_t>(3 * placed));
    CHECK(match.score() == 9.0 * static_cast<double>(placed) - 9);
  }
}

TEST_CASE("triomino stops after ten thousand tiles") {
  CHECK(raw_score(strategy("triomino"), 1, {{"width", "200"}, {"height", "200"}, {"covered", "0"}}) ==
        9 * POLYOMINO_MAX_TILES);
}

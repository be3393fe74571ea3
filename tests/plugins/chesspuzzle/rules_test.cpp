#include "statement.hpp"

#include <chesspuzzle/rules.hpp>

#include <doctest/doctest.h>

#include <agon/random.hpp>
#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

namespace {

using chesspuzzle::Board;
using chesspuzzle::Kind;
using chesspuzzle::test::letters;
using chesspuzzle::test::Model;
using chesspuzzle::test::Place;
using chesspuzzle::test::Places;
using chesspuzzle::test::random_tiles;

Board board_of(int rows, int columns, int depth, const std::string& tiles) {
  chesspuzzle::Stacks stacks{rows, columns, depth, {}};
  for (const char tile : tiles) stacks.tiles.push_back(static_cast<Kind>(1 + letters.find(tile)));
  return Board(std::move(stacks));
}

/// A board and its model, played together.
struct Pair {
  Pair(int rows, int columns, int depth, const std::string& tiles)
      : board(board_of(rows, columns, depth, tiles)), model(chesspuzzle::test::model_of(rows, columns, depth, tiles)) {}

  void click(Place place) {
    board.click(place.first * model.columns + place.second);
    model.click(place);
  }
  [[nodiscard]] Places legal() const {
    Places places;
    for (const int cell : board.legal()) places.emplace_back(cell / model.columns, cell % model.columns);
    std::sort(places.begin(), places.end());
    return places;
  }

  Board board;
  Model model;
};

Pair random_pair(int smallest, agon::Random& random) {
  const auto side = [&] {
    return smallest + static_cast<int>(random.below(static_cast<std::uint64_t>(16 - smallest)));
  };
  const int rows = side();
  const int columns = side();
  const int depth = 1 + static_cast<int>(random.below(4));
  return {rows, columns, depth, random_tiles(rows * columns * depth, random)};
}

}  // namespace

TEST_CASE("what may be clicked is what the statement says, in random play on boards of every size") {
  agon::Random random(1);
  std::map<char, int> seen;  // by the tile removed, where exhausted cells make a difference
  for (int match = 0; match < 600; ++match) {
    Pair pair = random_pair(match % 2 == 0 ? 6 : 1, random);
    while (!pair.board.over()) {
      const Places legal = pair.legal();
      REQUIRE(legal == pair.model.legal());
      pair.click(legal[random.below(legal.size())]);
      const Place last = pair.model.clicks.back();
      const Places places = pair.model.places();
      const auto led = std::count_if(places.begin(), places.end(), [&](Place place) {
        return chesspuzzle::test::leads(pair.model.removed, last, place, pair.model.rows, pair.model.columns);
      });
      if (led > static_cast<std::ptrdiff_t>(pair.model.legal().size())) ++seen[pair.model.removed];
    }
    REQUIRE(pair.model.legal().empty());
  }
  for (const char tile : letters) CHECK_MESSAGE(seen[tile] > 100, tile);
}

TEST_CASE("a rook goes over exhausted cells to the board's edge") {
  Pair pair(1, 5, 1, "11R14");
  for (const int column : {3, 2}) pair.click({0, column});
  CHECK(pair.legal() == Places{{0, 0}, {0, 4}});  // past column 3, which is exhausted
}

TEST_CASE("where the farthest cell is exhausted, a rook, bishop or queen can't go in that direction at all") {
  SUBCASE("rook") {
    Pair pair(1, 5, 1, "1R114");
    for (const int column : {4, 0, 1}) pair.click({0, column});
    CHECK(pair.legal().empty());
    CHECK(pair.board.over());
    CHECK(pair.board.left(2) == 1);
  }
  SUBCASE("bishop") {
    Pair pair(5, 5, 1, "1311111111111111111B11111");
    pair.click({0, 1});  // a 3
    pair.click({3, 4});
    CHECK(pair.legal() == Places{{4, 3}});  // not (0, 1), nor (1, 2) on the way to it
  }
  SUBCASE("queen") {
    Pair pair(3, 3, 1, "211111Q12");
    pair.click({0, 0});  // a 2
    pair.click({2, 0});
    CHECK(pair.legal() == Places{{0, 2}, {2, 2}});  // not (0, 0), nor (1, 0) on the way to it
  }
}

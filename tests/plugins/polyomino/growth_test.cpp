// How tiles grow, and how they are turned.
#include "naive.hpp"
#include "plugin.hpp"

#include <polyomino/rules.hpp>

#include <doctest/doctest.h>

#include <agon/random.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace polyomino;

Shape grown(Grower& grower, agon::Random& random, int size) {
  return boxed(grower.grow(size, [&](std::uint64_t bound) { return random.below(bound); }));
}

test::Picture picture_of(const Shape& shape) {
  test::Picture picture(static_cast<std::size_t>(shape.height),
                        std::string(static_cast<std::size_t>(shape.width), '.'));
  for (const Cell cell : shape.cells) picture[static_cast<std::size_t>(cell.y)][static_cast<std::size_t>(cell.x)] = 'X';
  return picture;
}

Shape shape_of(const test::Picture& picture) {
  std::vector<Cell> cells;
  for (std::size_t y = 0; y < picture.size(); ++y) {
    for (std::size_t x = 0; x < picture[y].size(); ++x) {
      if (picture[y][x] == 'X') cells.push_back({static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)});
    }
  }
  return boxed(cells);
}

polyomino::Match match_on(const test::Picture& board) {
  std::vector<bool> covered;
  for (const std::string& row : board) {
    for (const char square : row) covered.push_back(square == 'X');
  }
  return {static_cast<int>(board[0].size()), static_cast<int>(board.size()), covered};
}

test::Picture board_of(const polyomino::Match& match) {
  test::Picture board(static_cast<std::size_t>(match.height()));
  for (int y = 0; y < match.height(); ++y) {
    for (int x = 0; x < match.width(); ++x) {
      const std::int16_t square = match.at(x, y);
      board[static_cast<std::size_t>(y)] += square == free_square ? '.' : square == covered_square ? 'X' : '#';
    }
  }
  return board;
}

/// How often each tile came up in 40,000 requests.
std::map<std::string, int> counted(int size) {
  std::map<std::string, int> counts;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    test::Match match(seed, test::small_board);
    for (int tile = 0; tile < 200; ++tile) {
      REQUIRE(match.act(test::get(size)) == "");
      ++counts[match.revealed()];
    }
  }
  return counts;
}

}  // namespace

TEST_CASE("the small tiles of matches come up as often as the exact probabilities of their growth say") {
  struct Size {
    int size;
    std::size_t shapes;  // fixed polyominoes
    double limit;        // of chi-square with shapes - 1 degrees of freedom, exceeded once in a thousand by chance
  };
  for (const Size& of : {Size{3, 6, 20.52}, Size{4, 19, 42.31}, Size{5, 63, 102.17}}) {
    CAPTURE(of.size);
    const auto exact = test::probabilities(of.size);
    CHECK(exact.size() == of.shapes);
    double sum = 0;
    for (const auto& [rows, probability] : exact) sum += probability;
    CHECK(sum == doctest::Approx(1));
    CHECK(test::chi_square(counted(of.size), exact) < of.limit);
  }
}

TEST_CASE("tiles of all sizes hang together, have that size and the smallest bounding box") {
  Grower grower;
  agon::Random random(7);
  for (int size = 1; size <= max_size; size += size < 40 ? 1 : 97) {
    CAPTURE(size);
    const Shape shape = grown(grower, random, size);
    const test::Picture picture = picture_of(shape);
    CHECK(shape.cells.size() == static_cast<std::size_t>(size));
    CHECK(test::size_of(picture) == size);  // no square twice
    CHECK(test::is_tile(picture));
  }
}

TEST_CASE("a square is added with equal chances from all that are adjacent, and drawn for once") {
  Grower grower;
  std::vector<std::uint64_t> bounds;
  grower.grow(5, [&](std::uint64_t bound) {
    bounds.push_back(bound);
    return std::uint64_t{0};
  });
  CHECK(bounds.size() == 4);
  CHECK(bounds[0] == 4);
  CHECK(bounds[1] == 6);
}

TEST_CASE("the first squares of a growth are a tile themselves") {
  Grower grower;
  agon::Random random(11);
  const auto growth = grower.grow(300, [&](std::uint64_t bound) { return random.below(bound); });
  for (std::size_t size = 1; size <= growth.size(); ++size) CHECK(test::is_tile(picture_of(boxed(growth.first(size)))));
}

TEST_CASE("large tiles have holes") {
  Grower grower;
  agon::Random random(3);
  const test::Picture picture = picture_of(grown(grower, random, 1000));
  // Flood from outside; what is then left besides the tile are holes.
  test::Picture plane(picture.size() + 2, std::string(picture[0].size() + 2, '.'));
  for (std::size_t y = 0; y < picture.size(); ++y) plane[y + 1].replace(1, picture[y].size(), picture[y]);
  std::vector<std::pair<std::size_t, std::size_t>> open = {{0, 0}};
  while (!open.empty()) {
    const auto [y, x] = open.back();
    open.pop_back();
    if (y >= plane.size() || x >= plane[0].size() || plane[y][x] != '.') continue;
    plane[y][x] = 'o';
    open.insert(open.end(), {{y + 1, x}, {y - 1, x}, {y, x + 1}, {y, x - 1}});
  }
  std::size_t holes = 0;
  for (const std::string& row : plane) holes += static_cast<std::size_t>(std::count(row.begin(), row.end(), '.'));
  CHECK(holes > 0);
}

TEST_CASE("the tile of an index depends on the seed, the index and the size alone") {
  test::Match one(5, test::small_board);
  test::Match other(5, test::small_board);
  for (const int size : {3, 4, 300, 17}) REQUIRE(one.act(test::get(size)) == "");
  for (const int size : {1000, 3, 8, 90}) REQUIRE(other.act(test::get(size)) == "");
  REQUIRE(one.act(test::get(12)) == "");
  REQUIRE(other.act(test::get(12)) == "");
  CHECK(one.revealed() == other.revealed());
  REQUIRE(one.act(test::get(12)) == "");
  CHECK(one.revealed() != other.revealed());
  test::Match third(6, test::small_board);
  for (int tile = 0; tile < 5; ++tile) REQUIRE(third.act(test::get(12)) == "");
  CHECK(third.revealed() != other.revealed());
}

TEST_CASE("the long arm of an L that points down points to the right after a turn counter-clockwise") {
  const Shape shape = shape_of({"XX", "X.", "X."});
  polyomino::Match match = match_on({"...", "...", "..."});
  match.request(shape);
  CHECK(match.place(0, 0, 1, 1) == Verdict::legal);
  CHECK(board_of(match) == test::Picture{"...", "#..", "###"});
}

TEST_CASE("a tile with a hole lies around what is there, and the hole takes another tile") {
  polyomino::Match match = match_on({"...", ".X.", "..."});
  match.request(shape_of({"XXX", "X.X", "XXX"}));
  CHECK(match.place(0, 0, 0, 3) == Verdict::legal);
  CHECK(match.free_squares() == 0);

  polyomino::Match wide = match_on({".....", ".....", ".....", ".....", "....."});
  wide.request(shape_of({"XXXXX", "X...X", "X...X", "X...X", "XXXXX"}));
  wide.request(shape_of({"XXX", "XXX", "XXX"}));
  CHECK(wide.place(0, 0, 0, 2) == Verdict::legal);
  CHECK(wide.place(1, 1, 1, 1) == Verdict::legal);
  CHECK(wide.points() == 16 * 16 + 81);
}

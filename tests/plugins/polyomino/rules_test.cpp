#include "naive.hpp"

#include <polyomino/rules.hpp>

#include <doctest/doctest.h>

#include <agon/random.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace polyomino;

Shape shape_of(const test::Picture& picture) {
  std::vector<Cell> cells;
  for (std::size_t y = 0; y < picture.size(); ++y) {
    for (std::size_t x = 0; x < picture[y].size(); ++x) {
      if (picture[y][x] == 'X') cells.push_back({static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)});
    }
  }
  return boxed(cells);
}

test::Picture picture_of(const Shape& shape) {
  test::Picture picture(static_cast<std::size_t>(shape.height),
                        std::string(static_cast<std::size_t>(shape.width), '.'));
  for (const Cell cell : shape.cells) picture[static_cast<std::size_t>(cell.y)][static_cast<std::size_t>(cell.x)] = 'X';
  return picture;
}

Match match_on(const test::Picture& board) {
  std::vector<bool> covered;
  for (const std::string& row : board) {
    for (const char square : row) covered.push_back(square == 'X');
  }
  return {static_cast<int>(board[0].size()), static_cast<int>(board.size()), covered};
}

test::Picture board_of(const Match& match) {
  test::Picture board(static_cast<std::size_t>(match.height()));
  for (int y = 0; y < match.height(); ++y) {
    for (int x = 0; x < match.width(); ++x) {
      const std::int16_t square = match.at(x, y);
      board[static_cast<std::size_t>(y)] += square == free_square ? '.' : square == covered_square ? 'X' : '#';
    }
  }
  return board;
}

Shape random_tile(Grower& grower, agon::Random& random, int size) {
  return boxed(grower.grow(size, [&](std::uint64_t bound) { return random.below(bound); }));
}

int between(agon::Random& random, int first, int last) {
  return first + static_cast<int>(random.below(static_cast<std::uint64_t>(last - first + 1)));
}

}  // namespace

TEST_CASE("a shape is turned as its picture is") {
  Grower grower;
  agon::Random random(1);
  for (int round = 0; round < 200; ++round) {
    const Shape shape = random_tile(grower, random, between(random, 3, 60));
    test::Picture expected = picture_of(shape);
    for (int rotation = 0; rotation < 4; ++rotation) {
      const bool upright = rotation % 2 == 0;
      Shape turned_shape{upright ? shape.width : shape.height, upright ? shape.height : shape.width, {}};
      for (const Cell cell : shape.cells)
        turned_shape.cells.push_back(turned(cell, shape.width, shape.height, rotation));
      CHECK(picture_of(turned_shape) == expected);
      expected = test::turned_once(expected);
    }
  }
}

TEST_CASE("the long arm of an L that points down points to the right after a turn counter-clockwise") {
  const Shape shape = shape_of({"XX", "X.", "X."});
  Match match = match_on({"...", "...", "..."});
  match.request(shape);
  CHECK(match.place(0, 0, 1, 1) == Verdict::legal);
  CHECK(board_of(match) == test::Picture{"...", "#..", "###"});
}

TEST_CASE("placing, points and costs agree with a picture of the match") {
  agon::Random random(2);
  Grower grower;
  int legal = 0;
  int refused = 0;
  for (int round = 0; round < 60; ++round) {
    test::Picture board(static_cast<std::size_t>(between(random, 3, 20)),
                        std::string(static_cast<std::size_t>(between(random, 3, 20)), '.'));
    for (std::string& row : board) {
      for (char& square : row) square = random.below(10) == 0 ? 'X' : '.';
    }
    Match match = match_on(board);
    test::NaiveMatch naive(board);
    for (int step = 0; step < 200; ++step) {
      if (random.below(4) == 0) {
        const Shape shape = random_tile(grower, random, between(random, 3, 7));
        match.request(shape);
        naive.tiles.push_back(picture_of(shape));
        naive.placed.push_back(false);
      } else {
        const int index = between(random, -1, static_cast<int>(naive.tiles.size()));
        const int x = between(random, -1, match.width() - 1);
        const int y = between(random, -1, match.height() - 1);
        const int rotation = between(random, -1, 4);
        const bool expected = naive.place(index, x, y, rotation);
        const Verdict foreseen = match.check_placement(index, x, y, rotation);
        REQUIRE(match.place(index, x, y, rotation) == foreseen);
        REQUIRE((foreseen == Verdict::legal) == expected);
        ++(expected ? legal : refused);
      }
      REQUIRE(board_of(match) == naive.board);
      REQUIRE(match.points() == naive.points());
      REQUIRE(match.held_cost() == naive.held_cost());
      const std::int64_t difference = naive.points() - naive.held_cost();
      REQUIRE(match.score() == (difference > 0 ? difference : 0));
      REQUIRE(match.free_squares() == [&] {
        int count = 0;
        for (const std::string& row : naive.board) count += static_cast<int>(std::count(row.begin(), row.end(), '.'));
        return count;
      }());
    }
  }
  CHECK(legal > 300);
  CHECK(refused > 500);
}

TEST_CASE("a refused placement says what is wrong, and changes nothing") {
  Match match = match_on({"....X", ".....", "....."});
  match.request(shape_of({"XX", "X."}));
  match.request(shape_of({"XXX"}));
  REQUIRE(match.place(0, 0, 0, 0) == Verdict::legal);
  const auto before = board_of(match);
  CHECK(match.place(2, 0, 0, 0) == Verdict::bad_index);
  CHECK(match.place(-1, 0, 0, 0) == Verdict::bad_index);
  CHECK(match.place(0, 2, 1, 0) == Verdict::placed_already);
  CHECK(match.place(1, 0, 2, 4) == Verdict::bad_rotation);
  CHECK(match.place(1, 0, 2, -1) == Verdict::bad_rotation);
  CHECK(match.place(1, 3, 1, 0) == Verdict::off_board);
  CHECK(match.place(1, 0, 1, 1) == Verdict::off_board);
  CHECK(match.place(1, -1, 1, 0) == Verdict::off_board);
  constexpr int far = std::numeric_limits<int>::max();
  CHECK(match.place(1, far, far, 0) == Verdict::off_board);
  CHECK(match.place(1, -far - 1, -far - 1, 3) == Verdict::off_board);
  CHECK(match.place(1, 2, 0, 0) == Verdict::overlap);  // covered
  CHECK(match.place(1, 1, 0, 0) == Verdict::overlap);  // under a tile
  CHECK(board_of(match) == before);
  CHECK(match.points() == 9);
  CHECK(match.held_cost() == 9);
  CHECK(match.place(1, 1, 1, 0) == Verdict::legal);
}

TEST_CASE("a tile with a hole lies around what is there, and the hole takes another tile") {
  Match match = match_on({"...", ".X.", "..."});
  match.request(shape_of({"XXX", "X.X", "XXX"}));
  CHECK(match.place(0, 0, 0, 3) == Verdict::legal);
  CHECK(match.free_squares() == 0);

  Match wide = match_on({".....", ".....", ".....", ".....", "....."});
  wide.request(shape_of({"XXXXX", "X...X", "X...X", "X...X", "XXXXX"}));
  wide.request(shape_of({"XXX", "XXX", "XXX"}));
  CHECK(wide.place(0, 0, 0, 2) == Verdict::legal);
  CHECK(wide.place(1, 1, 1, 1) == Verdict::legal);
  CHECK(wide.points() == 16 * 16 + 81);
}

TEST_CASE("sizes from 3 to 1000 may be asked for, and ten thousand tiles") {
  Match match = match_on({"..."});
  CHECK(match.check_request(2) == Verdict::bad_size);
  CHECK(match.check_request(3) == Verdict::legal);
  CHECK(match.check_request(1000) == Verdict::legal);
  CHECK(match.check_request(1001) == Verdict::bad_size);
  CHECK(match.check_request(-5) == Verdict::bad_size);
  const Shape shape = shape_of({"XXX"});
  for (int tile = 0; tile < max_tiles; ++tile) {
    REQUIRE(match.check_request(3) == Verdict::legal);
    match.request(shape);
  }
  CHECK(match.check_request(3) == Verdict::no_more_tiles);
  CHECK(match.place(max_tiles - 1, 0, 0, 2) == Verdict::legal);
  CHECK(match.score() == 0);  // the others cost far more
}

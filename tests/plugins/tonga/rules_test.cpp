// The rules' board against the statement's example and against a count by flood fill.
#include "grid.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace tonga {
namespace {

using test::Grid;

char letter(Colour colour) {
  return ".BW"[static_cast<std::size_t>(colour)];
}

TEST_CASE("the statement's board gives White 22 points and Black 18") {
  Grid grid(4);
  grid.stones =
      "WWBB"
      "WBWW"
      "BWBB"
      "BWWB";
  const Board board = grid.board();
  CHECK(board.full());
  CHECK(board.points(Colour::white) == 22);
  CHECK(board.points(Colour::black) == 18);
}

void require_same_isles(const Board& board, const Grid& grid) {
  for (const char colour : {'B', 'W'}) {
    for (const auto& isle : grid.isles(colour)) {
      for (const int stone : isle) REQUIRE(board.isle_size(stone) == static_cast<int>(isle.size()));
    }
  }
}

/// Fills a board; `blacks` of 10 stones are black.
void fill_and_compare(int size, std::uint64_t blacks, agon::Random& random) {
  Board board(size);
  Grid grid(size);
  for (std::vector<int> free = grid.empty(); !free.empty(); free = grid.empty()) {
    const int square = free[static_cast<std::size_t>(random.below(free.size()))];
    const Colour colour = random.below(10) < blacks ? Colour::black : Colour::white;
    const int foretold = board.points_after(square, colour);
    const int others = board.points(other(colour));
    board.place(square, colour);
    grid.at(square) = letter(colour);
    REQUIRE(board.points(colour) == foretold);
    REQUIRE(board.points(other(colour)) == others);
    REQUIRE(board.points(colour) == grid.points(letter(colour)));
    if (free.size() % 8 == 0) require_same_isles(board, grid);
  }
  CHECK(board.full());
  CHECK(board.stones() == size * size);
}

TEST_CASE("points and sizes of isles equal a flood fill's after every stone, whatever the order and the colours") {
  agon::Random random(1);
  for (int size = 2; size <= max_size; size += 2) {
    for (int round = 0; round < 20; ++round) fill_and_compare(size, random.below(11), random);
  }
}

TEST_CASE("a board remembers what stands where, and Black moves when the number of stones is even") {
  agon::Random random(2);
  for (int round = 0; round < 100; ++round) {
    const Grid grid = test::random_grid(8, static_cast<int>(random.below(64)), random);
    const Board board = grid.board();
    for (int square = 0; square < 64; ++square) REQUIRE(letter(board.at(square)) == grid.at(square));
    CHECK(board.stones() == 64 - static_cast<int>(grid.empty().size()));
    CHECK(board.to_move() == (board.stones() % 2 == 0 ? Colour::black : Colour::white));
  }
}

TEST_CASE("neighbours are the squares above, below, left and right, and none beyond an edge") {
  for (int size = 1; size <= max_size; ++size) {
    const Board board(size);
    const Grid grid(size);
    for (int square = 0; square < board.cells(); ++square) {
      std::vector<int> neighbours(board.neighbours(square).begin(), board.neighbours(square).end());
      const Grid::Beside list = grid.beside(square);
      std::vector<int> beside(list.begin(), list.end());
      std::sort(neighbours.begin(), neighbours.end());
      std::sort(beside.begin(), beside.end());
      REQUIRE(neighbours == beside);
    }
  }
}

TEST_CASE("a board full of one colour is one isle, worth the square of its cells") {
  for (int size = min_size; size <= max_size; size += 2) {
    Board board(size);
    for (int square = board.cells() - 1; square >= 0; --square) board.place(square, Colour::white);
    CHECK(board.points(Colour::white) == board.cells() * board.cells());
    CHECK(board.points(Colour::black) == 0);
  }
}

}  // namespace
}  // namespace tonga

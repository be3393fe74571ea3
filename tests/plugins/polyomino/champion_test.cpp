// The parts of champion, against slow and plain versions of themselves, and how it does against sampler.
#include "plugin.hpp"

#include <polyomino/rules.hpp>
#include <polyomino/strategies/champion/decay.hpp>
#include <polyomino/strategies/champion/forecast.hpp>
#include <polyomino/strategies/champion/grid.hpp>
#include <polyomino/strategies/champion/openness.hpp>
#include <polyomino/strategies/champion/packing.hpp>
#include <polyomino/strategies/champion/piece.hpp>
#include <polyomino/strategies/champion/size.hpp>

#include <doctest/doctest.h>

#include <agon/random.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace polyomino::test;
using polyomino::Square;
using polyomino::champion::best_size;
using polyomino::champion::decay;
using polyomino::champion::Forecast;
using polyomino::champion::Grid;
using polyomino::champion::Openness;
using polyomino::champion::Packing;
using polyomino::champion::Piece;
using polyomino::champion::Probe;
using polyomino::champion::Turn;

/// A board drawn square by square, and tiles that the game grows.
struct Drawn {
  explicit Drawn(std::uint64_t seed)
      : random(seed),
        match(seed, {{"width", "31"}, {"height", "23"}, {"covered", std::to_string(20 * (1 + seed % 9))}}) {}

  polyomino::Tile tile(int size) {
    REQUIRE(match.act(get(size)) == "");
    const polyomino::Position now = position();
    return now.tile(now.requested() - 1);
  }
  polyomino::Position position() { return polyomino::Position(match.observe()); }

  agon::Random random;
  Match match;
};

/// Counts the free squares around one, square by square.
Openness::Around plain_around(const Grid& grid, int x, int y) {
  Openness::Around around;
  for (int to_y = std::max(0, y - 2); to_y <= std::min(grid.height() - 1, y + 2); ++to_y) {
    for (int to_x = std::max(0, x - 2); to_x <= std::min(grid.width() - 1, x + 2); ++to_x) {
      if (!grid.free(grid.square(to_x, to_y))) continue;
      const int distance = (to_x - x) * (to_x - x) + (to_y - y) * (to_y - y);  // squared
      around.next += distance == 1 ? 1 : 0;
      around.diagonal += distance == 2 ? 1 : 0;
      around.two_away += distance == 4 || distance == 5 ? 1 : 0;
    }
  }
  return around;
}

/// Returns the value of the whole board.
std::int64_t plain_value(const Grid& grid, const Openness& openness) {
  std::int64_t sum = 0;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x)
      sum += grid.free(grid.square(x, y)) ? openness.value(plain_around(grid, x, y)) : 0;
  }
  return sum;
}

/// Returns every place of the turn on the board, as numbers of the grid.
std::vector<int> plain_fits(const polyomino::Position& position, const Grid& grid, const polyomino::Tile& turned) {
  std::vector<int> fits;
  for (int y = 0; y < position.height(); ++y) {
    for (int x = 0; x < position.width(); ++x) {
      if (position.fits(turned, x, y)) fits.push_back(grid.square(x, y));
    }
  }
  return fits;
}

/// Returns whether the pieces lie where they may: on squares that were free, no two on the same one, and on all squares
/// that the grid has lost.
bool sound(const Packing& packing, const polyomino::Position& position, int free_before) {
  const Grid& grid = packing.grid();
  std::vector<int> squares;
  for (const Piece& piece : packing.placed()) {
    const Turn& turn = piece.turn();
    const polyomino::Tile tile = position.tile(piece.index).turned(turn.rotation);
    if (!position.fits(tile, grid.x(piece.square), grid.y(piece.square))) return false;
    for (const int offset : turn.offsets) squares.push_back(piece.square + offset);
  }
  const auto covered = static_cast<int>(squares.size());
  std::ranges::sort(squares);
  if (std::ranges::adjacent_find(squares) != squares.end()) return false;
  return std::ranges::none_of(squares, [&](int square) { return grid.free(square); }) &&
         grid.free_squares() == free_before - covered;
}

}  // namespace

TEST_CASE("the best size maximises size^exponent * (2 - 1 / p) over all sizes") {
  agon::Random random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<int> reaches(1 + random.below(30));
    for (int& reach : reaches) reach = static_cast<int>(random.below(round % 2 == 0 ? 6 : 40));
    const auto samples = static_cast<double>(reaches.size());
    double best = 0;
    int expected = 0;
    for (int size = 40; size >= 3; --size) {
      const auto fitting = std::ranges::count_if(reaches, [&](int reach) { return reach >= size; });
      if (fitting == 0) continue;
      const double gain = std::pow(size, .75) * (2 - samples / (static_cast<double>(fitting) - .5));
      if (gain > best) {
        best = gain;
        expected = size;
      }
    }
    CHECK(best_size(reaches, .75) == expected);
  }
}

TEST_CASE("no size is best if none fits more often than not") {
  CHECK(best_size(std::vector<int>{2, 2, 2}, .75) == 0);
  CHECK(best_size(std::vector<int>{9, 0, 0, 0}, .75) == 0);
}

TEST_CASE("decay is the exponential function to within a millionth") {
  CHECK(decay(0) == polyomino::champion::decay_one);
  for (int steps = 1; steps < 2000; ++steps) {
    const double exact = polyomino::champion::decay_one * std::exp(-steps / double{polyomino::champion::decay_steps});
    CHECK(std::abs(decay(steps) - exact) < 17);
  }
  CHECK(decay(1'000'000'000'000) == 0);
}

TEST_CASE("a grid has the free squares of its position, and finds all places of a tile") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Drawn drawn(seed);
    const Grid grid(drawn.position());
    const polyomino::Tile tile = drawn.tile(1 + 2 * static_cast<int>(1 + seed));
    const polyomino::Position position = drawn.position();
    int free = 0;
    for (int y = 0; y < position.height(); ++y) {
      for (int x = 0; x < position.width(); ++x) {
        REQUIRE(grid.free(grid.square(x, y)) == position.free(x, y));
        REQUIRE(grid.x(grid.square(x, y)) == x);
        REQUIRE(grid.y(grid.square(x, y)) == y);
        free += position.free(x, y) ? 1 : 0;
      }
    }
    CHECK(grid.free_squares() == free);
    for (const Turn& turn : Piece(tile, grid.stride()).turns) {
      const std::vector<int> expected = plain_fits(position, grid, tile.turned(turn.rotation));
      for (const int first_row : {0, 7, 22}) {
        std::vector<int> found;
        CHECK(grid.each_fit(turn, first_row, [&](int square) {
          found.push_back(square);
          return true;
        }));
        std::ranges::sort(found);
        CHECK(found == expected);
      }
    }
  }
}

TEST_CASE("a grid visits places from the first row on, until it is told to stop") {
  const Grid grid(polyomino::Position(Match(1, small_board).observe()));
  Match match(1, small_board);
  REQUIRE(match.act(get(3)) == "");
  const Piece piece(polyomino::Position(match.observe()).tile(0), grid.stride());
  std::vector<int> found;
  CHECK_FALSE(grid.each_fit(piece.turns.front(), 5, [&](int square) {
    found.push_back(square);
    return found.size() < 3;
  }));
  CHECK(found == std::vector<int>{grid.square(0, 5), grid.square(1, 5), grid.square(2, 5)});
}

TEST_CASE("tiles larger than the board fit nowhere") {
  Match match(2, {{"width", "9"}, {"height", "5"}, {"covered", "0"}});
  const Grid grid(polyomino::Position(match.observe()));
  for (int index = 0; index < 20; ++index) {
    REQUIRE(match.act(get(46)) == "");
    const polyomino::Position position(match.observe());
    for (const Turn& turn : Piece(position.tile(index), grid.stride()).turns)
      CHECK(grid.each_fit(turn, 0, [](int) { return false; }));
  }
}

TEST_CASE("a piece has the squares of its tile in every rotation, and each shape once") {
  Drawn drawn(3);
  for (const int size : {3, 4, 5, 12, 60}) {
    const polyomino::Tile tile = drawn.tile(size);
    const Piece piece(tile, 50);
    CHECK(piece.size() == size);
    for (int rotation = 0; rotation < 4; ++rotation) {
      std::vector<int> expected;
      const polyomino::Tile turned = tile.turned(rotation);
      for (const Square square : turned.squares()) expected.push_back(square.y * 50 + square.x);
      std::ranges::sort(expected);
      int same = 0;
      for (const Turn& turn : piece.turns) {
        std::vector<int> offsets = turn.offsets;
        std::ranges::sort(offsets);
        same += offsets == expected ? 1 : 0;
        if (turn.rotation == rotation) CHECK(offsets == expected);
      }
      CHECK(same == 1);
    }
  }
}

TEST_CASE("the loss of a place is how much less the board is worth, whatever was covered before") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Drawn drawn(seed);
    Grid grid(drawn.position());
    Openness openness(grid, 40, 300);
    for (int step = 0; step < 12; ++step) {
      if (step % 4 == 3) openness.adapt(grid, 3 + static_cast<int>(drawn.random.below(40)));
      const Piece piece(drawn.tile(3 + static_cast<int>(drawn.random.below(9))), grid.stride());
      std::vector<std::pair<const Turn*, int>> fits;
      for (const Turn& turn : piece.turns)
        grid.each_fit(turn, 0, [&](int square) { return fits.emplace_back(&turn, square), true; });
      if (fits.empty()) continue;
      const auto [turn, square] = fits[drawn.random.below(fits.size())];
      const std::int64_t before = plain_value(grid, openness);
      const std::int64_t loss = openness.loss(*turn, square);
      grid.flip(turn->offsets, square);
      openness.cover(turn->offsets, square);
      CHECK(before - plain_value(grid, openness) == loss);
      CHECK(openness.estimate(*turn, square) == 0);  // no square of it is free
      if (step % 3 != 0) continue;
      grid.flip(turn->offsets, square);
      openness.uncover(turn->offsets, square);
      CHECK(openness.loss(*turn, square) == loss);
    }
  }
}

TEST_CASE("a free square is worth more with more free squares around it") {
  Drawn drawn(1);
  const Grid grid(drawn.position());
  const Openness openness(grid, 40, 300);
  const int middle = openness.value({2, 2, 6});
  CHECK(openness.value({3, 2, 6}) > middle);
  CHECK(openness.value({2, 3, 6}) > middle);
  CHECK(openness.value({2, 2, 7}) > middle);
}

TEST_CASE("a probe reaches the largest size with which its growth fits") {
  agon::Random random(11);
  polyomino::Grower grower;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Drawn drawn(seed);
    const polyomino::Position position = drawn.position();
    Grid grid(position);
    const auto growth = grower.grow(60, [&](std::uint64_t bound) { return random.below(bound); });
    Probe probe(growth, grid.stride());
    for (const int limit : {60, 30, 12, 60}) {
      int expected = 0;
      for (int size = 1; size <= limit; ++size) {
        const polyomino::Shape shape = polyomino::boxed(growth.first(static_cast<std::size_t>(size)));
        std::vector<Square> squares;
        for (const auto [x, y] : shape.cells) squares.push_back({x, y});
        const polyomino::Tile tile(0, shape.width, shape.height, squares);
        bool fits = false;
        for (int rotation = 0; rotation < 4; ++rotation)
          fits = fits || !plain_fits(position, grid, tile.turned(rotation)).empty();
        if (!fits) break;
        expected = size;
      }
      probe.measure(grid, limit);
      CHECK(probe.reach() == expected);
    }
  }
}

TEST_CASE("the size forecast never grows, and is 0 on a board without room") {
  Drawn drawn(4);
  agon::Random random(1);
  Grid grid(drawn.position());
  Forecast forecast(grid, 40, .75, random);
  int before = forecast.size(grid);
  CHECK(before > 5);
  const std::vector<int> itself{0};
  for (int square = grid.square(0, 0); square < grid.end(); ++square) {
    if (!grid.free(square)) continue;
    grid.flip(itself, square);
    const int now = forecast.size(grid);
    REQUIRE(now <= before);
    before = now;
  }
  CHECK(before == 0);
}

TEST_CASE("tiles of a packing never overlap, however often they are moved, and those that wait are tried again") {
  std::size_t waited = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Drawn drawn(seed);
    Packing packing(drawn.position(), 40, 300, 30, seed);
    const int free_before = packing.grid().free_squares();
    for (int step = 0; step < 60; ++step) {
      packing.adapt(14 - step / 5);
      packing.add(drawn.tile(14 - step / 5));
      waited = std::max(waited, packing.waiting().size());
      for (int move = 0; move < 50; ++move) packing.move();
      packing.retry();
      REQUIRE(sound(packing, drawn.position(), free_before));
      REQUIRE(packing.placed().size() + packing.waiting().size() == static_cast<std::size_t>(step) + 1);
      for (const Piece& piece : packing.waiting()) REQUIRE_FALSE(piece.placed());
    }
  }
  CHECK(waited > 0);
}

TEST_CASE("moves leave more room for later tiles than placing each tile where it is best") {
  int moved = 0;
  int unmoved = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto waiting = [&](int moves) {
      Drawn drawn(seed);
      Packing packing(drawn.position(), 40, 300, 30, seed);
      packing.adapt(8);
      for (int step = 0; step < 70; ++step) {
        packing.add(drawn.tile(8));
        for (int move = 0; move < moves; ++move) packing.move();
        packing.retry();
      }
      return static_cast<int>(packing.waiting().size());
    };
    moved += waiting(200);
    unmoved += waiting(0);
  }
  CHECK(moved < unmoved);
}

TEST_CASE("champion has placed nearly every tile that it requested when it ends") {
  Match match(5, {{"width", "60"}, {"height", "50"}});
  Player player(strategy("champion"), match);
  REQUIRE(player.play() == "");
  const polyomino_observation& end = match.observe();
  CHECK(end.points > 20 * end.held_cost);
}

TEST_CASE("tiles of hundreds of squares keep more room free at a low temperature than at that of small tiles") {
  const auto placed = [](int cold) {
    std::size_t tiles = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Match match(seed, {{"width", "60"}, {"height", "60"}, {"covered", "0"}});
      Packing packing(polyomino::Position(match.observe()), 40, 300, cold, seed);
      packing.adapt(100);
      for (int index = 0; index < 24; ++index) {
        REQUIRE(match.act(get(100)) == "");
        packing.add(polyomino::Position(match.observe()).tile(index));
        for (int move = 0; move < 100; ++move) packing.move();
        packing.retry();
      }
      tiles += packing.placed().size();
    }
    return tiles;
  };
  CHECK(placed(30) > placed(1000));
}

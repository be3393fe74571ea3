// The contest's own opponent against its rule read literally.
#include "grid.hpp"
#include "naive_server.hpp"

#include <tonga/strategies/server/search.hpp>

#include "tests/support/effort.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace tonga {
namespace {

using test::Grid;

constexpr std::array perimeters = {"squares", "edges", "outline"};

void check_against_naive(const Grid& grid) {
  for (const char* perimeter : perimeters) {
    for (const char mover : {'B', 'W'}) {
      CAPTURE(grid.stones);
      CAPTURE(perimeter);
      CAPTURE(mover);
      const test::NaiveVerdict naive = test::naive_best_squares(grid, mover, perimeter);
      const Verdict verdict =
          best_squares(grid.board(), mover == 'B' ? Colour::black : Colour::white, perimeter_from(perimeter));
      CHECK(verdict.value == naive.value);
      CHECK(verdict.squares == naive.squares);
    }
  }
}

// `rounds` boards with from `fewest` to `most` empty squares, from scattered stones to large isles.
void check_random_boards(int size, int fewest, int most, int rounds, std::uint64_t seed) {
  agon::Random random(seed);
  for (int round = 0; round < rounds; ++round) {
    const int empties = fewest + static_cast<int>(random.below(static_cast<std::uint64_t>(most - fewest + 1)));
    check_against_naive(test::random_grid(size, empties, random, random.below(11)));
  }
}

tonga_observation observation_of(const Grid& grid, int seat) {
  tonga_observation seen{};
  seen.size = grid.size;
  seen.seat = seat;
  seen.last_row = seen.last_column = -1;
  for (int square = 0; square < grid.cells(); ++square) {
    seen.cells[square] = static_cast<std::int8_t>(std::string_view(".BW").find(grid.at(square)));
  }
  return seen;
}

TEST_CASE("an isle's perimeter is its distinct empty neighbours, its stone-empty edges or its outline") {
  Grid grid(6);
  grid.stones =
      "......"
      ".B...."
      ".BB..."
      "......"
      "......"
      ".....W";
  // The L of three stones has 7 empty neighbours, one of which touches two stones; 8 edges, all to empty squares. The
  // white stone has 2 empty neighbours and 2 edges; its outline is 4, border included.
  for (const auto& [perimeter, lead] :
       {std::pair{"squares", 9 * 7 - 2}, {"edges", 9 * 8 - 2}, {"outline", 9 * 8 - 4}}) {
    CHECK(Isles(grid.board(), perimeter_from(perimeter)).lead(Colour::black) == lead);
    CHECK(Isles(grid.board(), perimeter_from(perimeter)).lead(Colour::white) == -lead);
    CHECK(test::naive_lead(grid, 'B', perimeter) == lead);
  }
}

TEST_CASE("trial stones and taking them back keep every lead and gain exact") {
  agon::Random random(11);
  for (int round = 0; round < 60; ++round) {
    Grid grid = test::random_grid(8, 20, random, random.below(11));
    const Board board = grid.board();
    for (const char* perimeter : perimeters) {
      Isles isles(board, perimeter_from(perimeter));
      const std::string before = grid.stones;
      for (int stone = 0; stone < 3; ++stone) {
        const auto free = grid.empty();
        const int square = free[static_cast<std::size_t>(random.below(free.size()))];
        const char side = "BW"[random.below(2)];
        const Colour colour = side == 'B' ? Colour::black : Colour::white;
        const Worth foretold = isles.lead(colour) + isles.gain(square, colour);
        isles.place(square, colour);
        grid.at(square) = side;
        REQUIRE(isles.lead(colour) == foretold);
        REQUIRE(isles.lead(colour) == test::naive_lead(grid, side, perimeter));
      }
      for (int stone = 0; stone < 3; ++stone) isles.undo();
      grid.stones = before;
      REQUIRE(isles.lead(Colour::black) == test::naive_lead(grid, 'B', perimeter));
      for (const int square : grid.empty()) {
        REQUIRE(isles.empty(square));
        grid.at(square) = 'W';
        REQUIRE(isles.lead(Colour::white) + isles.gain(square, Colour::white) ==
                test::naive_lead(grid, 'W', perimeter));
        grid.at(square) = '.';
      }
    }
  }
}

TEST_CASE("the best squares and their value are those of a search that leaves nothing out") {
  SUBCASE("boards of 6 x 6, with up to 14 empty squares") {
    check_random_boards(6, 1, 14, support::repetitions(100), 21);
  }
  SUBCASE("boards of 6 x 6 that are mostly empty") {
    check_random_boards(6, 26, 35, 1, 22);
  }
  SUBCASE("boards of 8 x 8 that are nearly full") {
    check_random_boards(8, 4, 12, support::repetitions(40), 23);
  }
  SUBCASE("boards of 16 x 16 that are nearly full") {
    check_random_boards(16, 4, 9, support::repetitions(15), 24);
  }
  SUBCASE("boards that fill before the third move") {
    for (int empties = 1; empties <= 3; ++empties)
      check_random_boards(6, empties, empties, support::repetitions(60), 25);
  }
}

TEST_CASE("on an empty board the server draws one of the four middle squares") {
  for (int size = min_size; size <= max_size; size += 2) {
    std::set<std::pair<int, int>> drawn;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const tonga_action action =
          test::Player(test::strategy("server"), {.seed = seed}).move(observation_of(Grid(size), 0));
      drawn.emplace(action.row, action.column);
    }
    const int low = size / 2 - 1;
    CHECK(drawn == std::set<std::pair<int, int>>{{low, low}, {low, low + 1}, {low + 1, low}, {low + 1, low + 1}});
  }
}

TEST_CASE("the server draws among all best squares, and only among them, by its option's perimeter") {
  agon::Random random(31);
  for (int round = 0; round < 12; ++round) {
    const Grid grid = test::random_grid(6, 9, random);
    for (const char* perimeter : perimeters) {
      const Verdict verdict = best_squares(grid.board(), Colour::white, perimeter_from(perimeter));
      std::set<int> drawn;
      for (std::uint64_t seed = 0; seed < 40 * verdict.squares.size(); ++seed) {
        const tonga_action action =
            test::Player(test::strategy("server"), {.seat = 1, .seed = seed, .options = {{"perimeter", perimeter}}})
                .move(observation_of(grid, 1));
        drawn.insert(action.row * 6 + action.column);
      }
      CHECK(drawn == std::set<int>(verdict.squares.begin(), verdict.squares.end()));
    }
  }
}

TEST_CASE("random puts each stone on any empty square equally often, in its first turn and in those that follow") {
  constexpr int turns = 3;
  constexpr int expected = 200;  // of each empty square, counted row by row
  std::array<std::vector<int>, turns> counts;
  for (std::size_t turn = 0; turn < turns; ++turn) counts[turn].resize(36 - 2 * turn);
  for (std::uint64_t seed = 0; seed < 36 * expected; ++seed) {
    test::Match match(1, test::sized(6));
    test::Player player(test::strategy("random"), {.seed = seed * 0x9E3779B97F4A7C15U});
    for (std::vector<int>& count : counts) {
      const tonga_observation seen = match.observe();
      const tonga_action action = player.move(seen);
      ++count[static_cast<std::size_t>(
          std::count(seen.cells, seen.cells + action.row * 6 + action.column, TONGA_EMPTY))];
      REQUIRE(match.act(action).status == AGON_OK);
      const tonga_observation next = match.observe();
      const auto reply = static_cast<int>(std::find(next.cells, next.cells + 36, TONGA_EMPTY) - next.cells);
      REQUIRE(match.act(tonga_action{reply / 6, reply % 6}).status == AGON_OK);
    }
  }
  for (const std::vector<int>& count : counts) {
    const double mean = 36.0 * expected / static_cast<double>(count.size());
    for (const int seen : count) CHECK(std::abs(seen - mean) < 6 * std::sqrt(mean));
  }
}

}  // namespace
}  // namespace tonga

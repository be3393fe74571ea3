// The game through its C table: draws, legality, forfeits, observations and text.
#include "grid.hpp"
#include "tests/support/drawing.hpp"

#include <tonga/rules.hpp>

#include <agon/ext/scene.h>

#include <doctest/doctest.h>
#include <agon/random.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tonga {
namespace {

using test::Answer;
using test::Match;
using test::sized;

/// Plays `count` random moves; returns them as squares.
std::vector<int> play(Match& match, int count, std::uint64_t seed) {
  agon::Random random(seed);
  std::vector<int> squares;
  while (static_cast<int>(squares.size()) < count && match.to_move() != AGON_OVER) {
    const tonga_observation seen = match.observe();
    std::vector<int> empty;
    for (int square = 0; square < seen.size * seen.size; ++square) {
      if (seen.cells[square] == TONGA_EMPTY) empty.push_back(square);
    }
    squares.push_back(empty[static_cast<std::size_t>(random.below(empty.size()))]);
    REQUIRE(match.act(tonga_action{squares.back() / seen.size, squares.back() % seen.size}).status == AGON_OK);
  }
  return squares;
}

/// The board that the position's text shows.
test::Grid grid_of(const Match& match) {
  test::Grid grid(match.observe().size);
  grid.stones.clear();
  for (const char glyph : match.position()) {
    if (glyph != '/') grid.stones += glyph;
  }
  return grid;
}

/// Returns the size of an isle that a stone shows: "B" with a small figure, or two figures.
int figure_of(const std::string& glyph) {
  const std::vector<std::string> small = {"\u00b2", "\u00b3", "\u2074", "\u2075",
                                          "\u2076", "\u2077", "\u2078", "\u2079"};
  const auto found = std::find(small.begin(), small.end(), glyph.substr(1));
  return found == small.end() ? std::stoi(glyph) : static_cast<int>(found - small.begin()) + 2;
}

TEST_CASE("the seed draws the size: the even ones from 6 to 16, each about as often") {
  std::array<int, max_size + 1> counts{};
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    const int size = Match(seed).observe().size;
    REQUIRE(size >= min_drawn_size);
    REQUIRE(size <= max_size);
    ++counts[static_cast<std::size_t>(size)];
  }
  for (int size = min_drawn_size; size <= max_size; ++size) {
    CAPTURE(size);
    // 100 expected, standard deviation 9
    if (size % 2 == 0) CHECK(counts[static_cast<std::size_t>(size)] > 55);
    if (size % 2 == 1) CHECK(counts[static_cast<std::size_t>(size)] == 0);
  }
}

TEST_CASE("a seat's score is its points less the other's") {
  Match match(1, sized(6));
  do {
    const test::Grid grid = grid_of(match);
    CHECK(match.score(0) == grid.points('B') - grid.points('W'));
    CHECK(match.score(1) == -match.score(0));
    play(match, 1, 4);
  } while (match.to_move() != AGON_OVER);
}

TEST_CASE("an illegal action is refused with a reason and changes nothing") {
  Match match(1, sized(6));
  play(match, 7, 5);
  match.act(tonga_action{0, 0});  // if it was not taken, it is now
  const std::string position = match.position();
  const double score = match.score(0);
  const std::int32_t mover = match.to_move();
  const auto refused = [&](const Answer& answer) {
    CHECK(answer.status == AGON_ILLEGAL);
    CHECK_FALSE(answer.text.empty());
    CHECK(match.position() == position);
    CHECK(match.score(0) == score);
    CHECK(match.to_move() == mover);
  };
  for (const tonga_action& action : {tonga_action{-1, 0},
                                     {0, -1},
                                     {6, 0},
                                     {0, 6},
                                     {INT32_MAX, INT32_MAX},
                                     {INT32_MIN, 0},
                                     {0, INT32_MIN},
                                     {0, 0}})  // where a stone is
    refused(match.act(action));
}

TEST_CASE("a seat that forfeits loses every empty square to the other, and the match is over") {
  for (const std::int32_t loser : {0, 1}) {
    for (const int moves : {0, 1, 2, 15, 35}) {
      Match match(1, sized(6));
      play(match, moves, 7);
      test::Grid grid = grid_of(match);
      match.forfeit(loser);
      for (char& glyph : grid.stones) {
        if (glyph == '.') glyph = loser == 0 ? 'W' : 'B';
      }
      CHECK(match.to_move() == AGON_OVER);
      CHECK(match.score(0) == grid.points('B') - grid.points('W'));
      CHECK(match.score(1) == -match.score(0));
    }
  }
}

TEST_CASE("an observation shows the whole board, whose turn it is and the other's last move") {
  for (int size = min_drawn_size; size <= max_size; size += 2) {
    Match match(1, sized(size));
    std::array<std::int8_t, TONGA_MAX_CELLS> expected{};
    int last = -1;
    for (int move = 0; move < size * size; ++move) {
      const tonga_observation seen = match.observe();
      REQUIRE(seen.size == size);
      REQUIRE(seen.seat == move % 2);
      REQUIRE(seen.last_row == (last < 0 ? -1 : last / size));
      REQUIRE(seen.last_column == (last < 0 ? -1 : last % size));
      for (std::size_t square = 0; square < expected.size(); ++square) REQUIRE(seen.cells[square] == expected[square]);
      last = play(match, 1, static_cast<std::uint64_t>(move)).front();
      expected[static_cast<std::size_t>(last)] = move % 2 == 0 ? TONGA_BLACK : TONGA_WHITE;
    }
    CHECK(match.to_move() == AGON_OVER);
  }
}

TEST_CASE("the position as text has a row per row of the board") {
  Match match(1, sized(6));
  CHECK(match.position() == "....../....../....../....../....../......");
  REQUIRE(match.act(tonga_action{0, 1}).status == AGON_OK);
  REQUIRE(match.act(tonga_action{5, 4}).status == AGON_OK);
  CHECK(match.position() == ".B..../....../....../....../....../....W.");
  CHECK(match.revealed().empty());
}

TEST_CASE("the drawing shows the size of each isle of several stones once, and the last move") {
  for (const int size : {6, 10, 16}) {
    Match match(3, sized(size));
    for (int moves = 0; moves < size * size; moves += 7) {
      play(match, 7, static_cast<std::uint64_t>(moves));
      const test::Grid grid = grid_of(match);
      const support::Drawing drawing = support::drawing_of(match);
      std::map<int, int> labels;  // isles by their size
      std::map<int, int> isles;
      int last = 0;
      for (const auto& [place, cell] : drawing.cells) {
        const auto& [row, column] = place;
        const char stone = match.position()[static_cast<std::size_t>(row * (size + 1) + column)];
        if ((cell.marks & AGON_MARK_LAST) != 0) {
          ++last;
          CHECK(cell.glyph == std::string(1, stone));
        }
        if (stone == '.') continue;
        CHECK(cell.role == AGON_ROLE_SEAT + (stone == 'B' ? 0 : 1));
        if (cell.glyph != std::string(1, stone)) ++labels[figure_of(cell.glyph)];
      }
      CHECK(last == 1);
      for (const char colour : {'B', 'W'}) {
        for (const std::vector<int>& isle : grid.isles(colour)) {
          if (isle.size() > 1 && isle.size() < 100) ++isles[static_cast<int>(isle.size())];
        }
      }
      CHECK(labels == isles);
    }
  }
}

TEST_CASE("a move as text is row and column; other text is refused") {
  const Match match(1, sized(6));
  CHECK(match.write({3, 14}) == "3 14");
  for (const char* text :
       {"",    " ",    "3",    "3 ",   " 3 4",  "3 4 ", "3  4", "3,4",           "3 4 5",         "a b",
        "3 b", "03 4", "3 04", "-0 1", "0x1 2", "+1 2", "3\t4", "99999999999 1", "1 99999999999", "1.0 2",
        "B3",  "-",    "- 1"}) {
    CAPTURE(text);
    CHECK_FALSE(match.parse(text).has_value());
  }
  CHECK_FALSE(match.parse(std::string("3 4\0", 4)).has_value());
}

}  // namespace
}  // namespace tonga

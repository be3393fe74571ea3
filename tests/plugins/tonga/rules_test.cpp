// The rules' board against the statement's example and against a count by flood fill.
#include "grid.hpp"
#include "tests/support/built_host.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/states.hpp"

#include <doctest/doctest.h>

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

}  // namespace
}  // namespace tonga

// The model: what a search is offered, against the rules as act() has them.
namespace tonga {
namespace {

using support::created;
using support::model;
using test::sized;

TEST_CASE("a position has one key, whatever way led to it, and other positions have others") {
  const auto after = [](const std::vector<tonga_action>& moves) {
    agon::State state = created(model(), 1, sized(6));
    for (const tonga_action& move : moves) state.act(move);
    return state.key();
  };
  CHECK(after({{0, 0}, {1, 1}, {2, 2}, {3, 3}}) == after({{2, 2}, {3, 3}, {0, 0}, {1, 1}}));
  CHECK(after({{0, 0}, {1, 1}, {2, 2}, {3, 3}}) != after({{1, 1}, {0, 0}, {2, 2}, {3, 3}}));
  CHECK(created(model(), 1, sized(6)).key() != created(model(), 1, sized(8)).key());
}

TEST_CASE("a seat that fails leaves a state like any other") {
  agon::State state = created(model(), 1, sized(6));
  state.act(tonga_action{0, 0});
  model().game().forfeit(state.raw(), 1, AGON_OUTCOME_CRASH, "a test says so");
  const agon::State copy = state;
  CHECK(copy.over());
  CHECK(copy.score(0) == 36 * 36);
  CHECK(copy.actions().empty());
}

TEST_CASE("bytes that are no observation are refused with a sentence") {
  alignas(16) tonga_observation seen{};
  seen.size = 7;
  CHECK_THROWS_WITH(static_cast<void>(model().determinise(2, 0, {&seen, sizeof seen}, 1)),
                    "no observation of tonga has size 7");
  seen.size = 6;
  seen.cells[4] = 3;
  CHECK_THROWS_WITH(static_cast<void>(model().determinise(2, 0, {&seen, sizeof seen}, 1)),
                    "no observation of tonga has 3 on a square");
  CHECK_THROWS_WITH(static_cast<void>(model().determinise(2, 0, {&seen, 8}, 1)), "the observation is too short");
}

}  // namespace
}  // namespace tonga

// A class written for the contest, as a plugin.
namespace {

/// The matches of these seeds between the old class, under the name "one", and `other`.
std::vector<support::Json> play(const std::string& seeds, const std::string& other) {
  return support::host_matches({"--game", "tonga", "--set", "n=6", "--plugin", AGON_TEST_OLD_CONTEST_CLASS ",name=one",
                                "--plugin", other, "--seeds", seeds});
}

}  // namespace

TEST_CASE("an old class that keeps globals plays several matches in a row, of both colours") {
  const auto matches = play("1-12", "random");
  REQUIRE(matches.size() == 12);
  bool black = false;
  bool white = false;
  for (const auto& match : matches) {
    CAPTURE(support::to_text(match));
    CHECK(match["result"]["outcomes"] == support::parse_json(R"([{"kind": "ok"}, {"kind": "ok"}])"));
    CHECK(match["result"]["turns"] == support::parse_json("[18, 18]"));
    (match["seats"][0]["strategy"] == "pseudotonga" ? black : white) = true;
  }
  CHECK(black);
  CHECK(white);
}

TEST_CASE("what an old class prints is in the match's log, also where it wanted a file for that") {
  const std::string log = support::host_log({"--game", "tonga", "--set", "n=6", "--plugin", AGON_TEST_OLD_CONTEST_CLASS,
                                             "--plugin", "random", "--board", "none", "--no-db"});
  for (const char* const line : {"move 1\n", "cerr 18\n", "cout 18\n", "printf 3.67 1000000000000000000\n"}) {
    CAPTURE(line);
    CHECK(log.find(line) != std::string::npos);
  }
}

TEST_CASE("an old class plays against itself without sharing its globals") {
  for (const auto& match : play("1-4", AGON_TEST_OLD_CONTEST_CLASS)) {
    CAPTURE(support::to_text(match));
    CHECK(match["result"]["outcomes"] == support::parse_json(R"([{"kind": "ok"}, {"kind": "ok"}])"));
    // Both take the first free square: they alternate along each row, so every column of the six is of one colour.
    CHECK(match["result"]["scores"] == support::parse_json("[0, 0]"));
  }
}

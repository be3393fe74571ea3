// The model: what a search is offered, against the rules as act() has them, and what chance does in it.
#include "naive.hpp"
#include "tests/support/built_host.hpp"
#include "tests/support/drawing.hpp"
#include "tests/support/states.hpp"

#include <agon/ext/scene.h>
#include <doctest/doctest.h>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace linez {
namespace {

using support::created;
using support::model;
using test::Values;

const Values small = {{"rows", "5"}, {"columns", "6"}, {"colours", "3"}, {"line", "4"}};

TEST_CASE("a match is made of no observation that the layout forbids") {
  const auto refused = [](const Values& values, auto change) {
    const agon::State state = created(model(), 1, values);
    linez_observation seen = support::seen_in<linez_observation>(state);
    const auto made = [&] { (void)model().determinise(1, 0, {&seen, sizeof seen}, 5); };
    CHECK_NOTHROW(made());
    change(seen);
    CHECK_THROWS_AS(made(), agon::Failure);
  };
  const Values hidden = small;
  Values shown = small;
  shown["announce"] = "places";
  for (const int wrong : {-1, 2}) {
    refused(hidden, [=](linez_observation& seen) { seen.drop_lines_score = wrong; });
    refused(hidden, [=](linez_observation& seen) { seen.letters = wrong; });
    refused(hidden, [=](linez_observation& seen) { seen.points = wrong; });
  }
  refused(hidden, [](linez_observation& seen) { seen.score = -1; });
  // Places are announced for all numbers, or for none.
  refused(hidden, [](linez_observation& seen) { seen.places[0] = 0; });
  refused(hidden, [](linez_observation& seen) { seen.places[1] = 0; });
  refused(shown, [](linez_observation& seen) { seen.places[1] = -1; });
  refused(shown, [](linez_observation& seen) { seen.places[1] = 30; });
}

TEST_CASE("a move that makes a line leads to no chance, unless it empties the board; others do") {
  const Values line = {{"rows", "5"}, {"columns", "5"}, {"board", "1111./1..../..2../...../....."}, {"next", "111"}};
  const Values last = {{"rows", "5"}, {"columns", "5"}, {"board", "1111./1..../...../...../....."}, {"next", "111"}};
  const linez_action makes_line = {1, 0, 0, 4};
  const linez_action makes_none = {1, 0, 1, 1};
  const auto leads = [](const Values& values, const linez_action& action) {
    return created(model(), 1, values).leads_to_chance({&action, sizeof action});
  };
  // The number at B1 has no way to A5 but along row B.
  CHECK(!leads(line, makes_line));
  CHECK(leads(line, makes_none));
  CHECK(leads(last, makes_line));
}

/// What one number that falls brings: its place, and the number announced then.
struct Fallen {
  int place = -1;  // among the empty cells, row by row
  int next = 0;
};

/// Moves the only number of a 5 x 5 board one cell, so that the announced one falls on one of 24.
Fallen fall(agon::State state) {
  const linez_observation before = support::seen_in<linez_observation>(state);
  int at = 0;
  while (before.cells[at] == 0) ++at;
  const linez_action move = {at / 5, at % 5, at / 5 == 0 ? 1 : at / 5 - 1, at % 5};
  const int gone = move.to_row * 5 + move.to_column;
  state.act(move);
  const linez_observation after = support::seen_in<linez_observation>(state);
  Fallen fallen{.next = after.next[0]};
  int empty = 0;
  for (int cell = 0; cell < 25; ++cell) {
    if (cell == gone) continue;
    if (after.cells[cell] != 0) fallen.place = empty;
    ++empty;
  }
  return fallen;
}

const Values lonely = {
    {"rows", "5"}, {"columns", "5"}, {"drop", "1"}, {"colours", "4"}, {"board", "1..../...../...../...../....."}};

TEST_CASE("numbers fall uniformly on the empty cells, and each announced number is as likely") {
  const agon::State root = support::determinised(model(), created(model(), 1, lonely), 0, 99);
  agon::State again = root;
  std::vector<int> places(24);
  std::vector<int> both(24 * 4);
  for (std::uint64_t seed = 0; seed < 9600; ++seed) {
    const agon::State drawn = support::determinised(model(), root, 0, seed);
    const Fallen one = fall(drawn);
    REQUIRE(one.place >= 0);
    ++places[static_cast<std::size_t>(one.place)];
    again.resample(static_cast<std::int32_t>(seed % 2) - 1, seed + 1'000'000);  // for the seat, and for all
    const Fallen two = fall(again);
    ++both[static_cast<std::size_t>(two.place * 4 + two.next - 1)];
  }
  CHECK(support::equally_often(places));
  CHECK(support::equally_often(both));
}

TEST_CASE("what falls in a determinised state is independent of what falls in the match") {
  std::vector<int> pairs(16);
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    const agon::State match = created(model(), seed, lonely);
    const Fallen truth = fall(match);
    const Fallen guess = fall(support::determinised(model(), match, 0, seed));
    ++pairs[static_cast<std::size_t>((truth.next - 1) * 4 + guess.next - 1)];
  }
  CHECK(support::equally_often(pairs));
}

}  // namespace
}  // namespace linez

// The drawing, and matches that must come out the same for ever.

using linez::test::Match;
using support::Drawing;
using support::drawing_of;

TEST_CASE("the drawing shows the numbers, what moved, what fell, the points and what is announced") {
  Match match(1, {{"rows", "5"}, {"columns", "6"}, {"board", "1...../....../....../....../......"}, {"next", "234"}});
  const Drawing before = drawing_of(match);
  CHECK(before.rows == 6);  // with the announced numbers
  CHECK(before.columns == 6);
  CHECK(before.row_labels == std::vector<std::string>{"A", "B", "C", "D", "E", "+"});
  CHECK(before.column_labels == std::vector<std::string>{"1", "2", "3", "4", "5", "6"});
  CHECK(before.cells.size() == 33);
  CHECK(before.cells.at({5, 1}).glyph == "3");
  CHECK(before.cells.at({5, 1}).role == AGON_ROLE_CATEGORY + 2);
  CHECK(before.cells.at({5, 1}).token.empty());
  CHECK(before.cells.at({0, 0}).glyph == "1");
  CHECK(before.cells.at({0, 0}).role == AGON_ROLE_CATEGORY);
  CHECK(before.cells.at({4, 5}).role == AGON_ROLE_FAINT);
  for (const auto& [place, cell] : before.cells) CHECK(cell.marks == (cell.glyph == "." ? 0 : AGON_MARK_BALL));
  CHECK(before.lines == std::vector<std::string>{"0 points, next 234"});

  REQUIRE(match.act("A1C3").status == AGON_OK);
  const Drawing after = drawing_of(match);
  CHECK((after.cells.at({0, 0}).marks & AGON_MARK_LAST) != 0);
  CHECK((after.cells.at({2, 2}).marks & AGON_MARK_LAST) != 0);
  int fell = 0;
  for (const auto& [place, cell] : after.cells) {
    if ((cell.marks & AGON_MARK_HIGHLIGHT) == 0) continue;
    ++fell;
    CHECK((cell.glyph == "2" || cell.glyph == "3" || cell.glyph == "4"));
  }
  CHECK(fell == 3);
}

TEST_CASE("the drawing shows where a line vanished") {
  Match match(1, {{"rows", "5"}, {"columns", "6"}, {"board", "1111../....1./2...../....../......"}, {"next", "234"}});
  REQUIRE(match.act("B5A5").status == AGON_OK);
  const Drawing drawing = drawing_of(match);
  for (int column = 0; column < 6; ++column) {
    const Drawing::Cell& cell = drawing.cells.at({0, column});
    CHECK(cell.glyph == (column < 5 ? "*" : "."));
    CHECK(cell.role == AGON_ROLE_FAINT);
    CHECK(((cell.marks & AGON_MARK_HIGHLIGHT) != 0) == (column < 5));
  }
  CHECK(drawing.cells.at({1, 4}).glyph == ".");
  CHECK(drawing.cells.at({2, 0}).glyph == "2");
}

TEST_CASE("clicking on a number and on an empty cell composes a move") {
  Match match(1);
  const Drawing picture = drawing_of(match);
  CHECK(picture.cells.at({6, 1}).token == "G2");
  const auto action = match.parse(picture.cells.at({6, 1}).token + " " + picture.cells.at({0, 8}).token);
  REQUIRE(action);
  CHECK(match.act(*action).status == AGON_OK);
}

TEST_CASE("golden matches are played again as they ever were, and replay as recorded") {
  support::check_golden_matches(AGON_TEST_FOLDER,
                                {{"--game", "linez", "--plugin", "random", "--seeds", "1-2"},
                                 {"--game", "linez", "--plugin", "random", "--seed", "3", "--set",
                                  "rows=7,columns=13,colours=2,line=3,drop=4,letters=columns,moves=50"}});
}

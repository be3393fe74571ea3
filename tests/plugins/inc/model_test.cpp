// The model: what a search is offered, against the rules as act() has them.
#include "naive.hpp"
#include "tests/support/drawing.hpp"
#include "tests/support/states.hpp"

#include <agon/ext/scene.h>
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

namespace inc {
namespace {

using support::created;
using support::model;
using test::Values;

TEST_CASE("a seat that is out stays out in copies and in states from observations") {
  agon::State state = created(model(), 4, {{"rows", "3"}, {"columns", "3"}, {"turns", "9"}});
  model().game().forfeit(state.raw(), 1, AGON_OUTCOME_CRASH, "a test says so");
  agon::State made = support::determinised(model(), state, 2, 1);
  agon::State copy = state;
  for (agon::State* const each : {&made, &copy}) {
    for (std::int32_t expected = 0; !each->over(); expected = 2 - expected) {
      CHECK(each->to_move() == expected);
      agon::QuickRandom random(9);
      each->play_out(random, 1);
    }
  }
  CHECK(made.observation(0) == copy.observation(0));
}

TEST_CASE("moves commute: the same position by another way has the same key") {
  const Values board = {{"board", "123/31./2.1"}, {"turns", "9"}, {"inc", "1"}};
  const inc_action top = {INC_HORIZONTAL, 1, INC_FIRST};
  const inc_action left = {INC_VERTICAL, 2, INC_FIRST};
  agon::State one = created(model(), 1, board);
  agon::State two = one;
  one.act(top);
  one.act(left);
  two.act(left);
  CHECK(one.key() != two.key());
  two.act(top);
  CHECK(one.key() == two.key());
}

}  // namespace
}  // namespace inc

// The drawing, and moves composed by clicking on it.

using inc::test::Match;
using support::Drawing;
using support::drawing_of;

TEST_CASE("the drawing shows the digits as their seats', the points, the turns left and what a move touched") {
  Match match(1, {{"board", "12./3.1"}, {"turns", "5"}, {"inc", "-1"}});
  const Drawing before = drawing_of(match);
  CHECK(before.rows == 4);
  CHECK(before.columns == 5);
  CHECK(before.row_labels == std::vector<std::string>{"", "1", "2", ""});
  CHECK(before.column_labels == std::vector<std::string>{"", "1", "2", "3", ""});
  CHECK(before.cells.at({1, 1}).glyph == "1");
  CHECK(before.cells.at({1, 1}).role == AGON_ROLE_SEAT);
  CHECK(before.cells.at({2, 1}).role == AGON_ROLE_SEAT + 2);
  CHECK(before.cells.at({1, 3}).glyph == ".");
  CHECK(before.cells.at({1, 3}).role == AGON_ROLE_FAINT);
  CHECK(before.lines ==
        std::vector<std::string>{"points: 1 has 2, 2 has 1, 3 has 1", "1 to move, turns left 5, a move adds -1"});
  REQUIRE(match.act("V2R").status == AGON_OK);
  const Drawing after = drawing_of(match);
  for (const int row : {1, 2}) {
    for (const int column : {1, 2, 3}) {
      CHECK(((after.cells.at({row, column}).marks & AGON_MARK_LAST) != 0) == (column == 3));
    }
  }
  match.forfeit(0);
  match.forfeit(2);
  CHECK(drawing_of(match).lines.back() == "out of the match: 13");
}

TEST_CASE("each legal move is one click beside the board") {
  for (const char* board : {"12./3.1", "123", "1/2/3", "1231/2312/3123/...."}) {
    Match match(1, {{"board", board}, {"turns", "5"}});
    std::set<std::string> tokens;
    for (const auto& [place, cell] : drawing_of(match).cells) {
      if (!cell.token.empty()) CHECK(tokens.insert(cell.token).second);
      CHECK(cell.token.empty() == ((cell.marks & AGON_MARK_LEGAL) == 0));
    }
    std::set<std::string> moves;
    for (const auto& cut : inc::test::cuts_of(board)) moves.insert(inc::test::name_of(cut));
    CHECK(tokens == moves);
  }
}

TEST_CASE("the arrow of a group stands beside the group's row or column next to the line") {
  const Drawing picture = drawing_of(Match(1, {{"board", "12./3.1/222"}, {"turns", "5"}}));
  CHECK(picture.cells.at({1, 0}).token == "H1T");
  CHECK(picture.cells.at({2, 0}).token == "H2T");
  CHECK(picture.cells.at({2, 4}).token == "H1B");
  CHECK(picture.cells.at({3, 4}).token == "H2B");
  CHECK(picture.cells.at({0, 1}).token == "V1L");
  CHECK(picture.cells.at({4, 3}).token == "V2R");
}

TEST_CASE("nothing can be clicked when the match is over") {
  const Drawing picture = drawing_of(Match(1, {{"board", "12./3.1"}, {"turns", "0"}}));
  for (const auto& [place, cell] : picture.cells) CHECK(cell.token.empty());
  CHECK(picture.lines.back() == "the match is over");
}

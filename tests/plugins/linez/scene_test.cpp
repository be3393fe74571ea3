// The drawing, and matches that must come out the same for ever.
#include "naive.hpp"
#include "plugin.hpp"
#include "tests/support/drawing.hpp"

#include <agon/ext/scene.h>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using linez::test::Match;
using support::Drawing;
using support::drawing_of;

namespace {

/// FNV-1a, 64 bits.
std::uint64_t fingerprint(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

/// A whole match of steps that a plain rule picks, as text.
std::string record(std::uint64_t seed, const linez::test::Values& values) {
  Match match(seed, values);
  std::string text = match.position() + "\n";
  for (int turn = 0; !match.over(); ++turn) {
    const std::string position = match.position();
    const linez::Board board = linez::test::board_of(linez::test::rows_of(position.substr(0, position.find(' '))));
    const linez::Steps steps(board);
    const linez::Step step = steps.at(turn * 7919 % steps.count());
    const linez_action action = {linez::row_of(step.from), linez::column_of(step.from), linez::row_of(step.to),
                                 linez::column_of(step.to)};
    text += match.write(action).value_or("?");
    REQUIRE(match.act(action).status == AGON_OK);
    text += " " + match.revealed() + "\n";
  }
  return text + std::to_string(static_cast<int>(match.score()));
}

}  // namespace

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
  for (const auto& [place, cell] : before.cells) CHECK(cell.marks == 0);
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

TEST_CASE("what seed 1 gives stays as it is") {
  Match match(1);
  CHECK(match.position() ==
        "........./.6......./........./........./........./........./.1......./.....3.../......... 753");
  REQUIRE(match.act("B2E5").status == AGON_OK);
  CHECK(match.revealed() == "drop I8=7 F4=5 I4=3 next 341");
  REQUIRE(match.act("I4H5").status == AGON_OK);
  CHECK(match.revealed() == "drop D7=3 G4=4 D2=1 next 642");
}

TEST_CASE("whole matches of fixed seeds stay as they are") {
  CHECK(fingerprint(record(1, {})) == 14254488205584474387u);
  CHECK(fingerprint(record(2, {})) == 14387963361946665978u);
  CHECK(fingerprint(record(3, {{"rows", "7"},
                               {"columns", "13"},
                               {"colours", "2"},
                               {"line", "3"},
                               {"drop", "4"},
                               {"letters", "columns"},
                               {"moves", "200"}})) == 6637145382175583652u);
}

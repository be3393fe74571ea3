#include "played.hpp"
#include "tests/support/drawing.hpp"

#include <agon/ext/scene.h>

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

using namespace chesspuzzle::test;
using support::drawing_of;

namespace {

/// Whether rows and columns are numbered from 0.
bool numbered(const support::Drawing& drawing) {
  return !drawing.row_labels.empty() && drawing.row_labels.back() == std::to_string(drawing.rows - 1) &&
         !drawing.column_labels.empty() && drawing.column_labels.back() == std::to_string(drawing.columns - 1);
}

/// What stands for a tile: its figure, or its chess piece.
std::string symbol_of(char tile) {
  switch (tile) {
    case 'K':
      return "\u265e";
    case 'B':
      return "\u265d";
    case 'R':
      return "\u265c";
    case 'Q':
      return "\u265b";
    default:
      return {tile};
  }
}

}  // namespace

TEST_CASE("the drawing shows every cell's tile, what may be clicked and what was clicked last") {
  visit_random_play(11, 1, [](const Played& played) {
    if (played.model.clicks.size() % 5 != 0) return true;
    const support::Drawing drawing = drawing_of(played.match);
    REQUIRE(numbered(drawing));
    REQUIRE(drawing.cells.size() == played.model.places().size());
    const Places legal = played.model.legal();
    const std::set<Place> clickable(legal.begin(), legal.end());
    for (const auto& [place, cell] : drawing.cells) {
      const bool may_be_clicked = clickable.contains(place);
      REQUIRE(cell.token == (may_be_clicked ? text_of(place.first, place.second) : ""));
      REQUIRE(((cell.marks & AGON_MARK_LEGAL) != 0) == may_be_clicked);
      REQUIRE(((cell.marks & AGON_MARK_LAST) != 0) ==
              (!played.model.clicks.empty() && played.model.clicks.back() == place));
      const char top = played.model.top(place);
      if (top == '-') {
        REQUIRE(cell.glyph.empty());
        REQUIRE(cell.role == AGON_ROLE_BLOCKED);
      } else {
        REQUIRE(cell.glyph.starts_with(symbol_of(top)));
        REQUIRE(cell.role >= AGON_ROLE_CATEGORY);
      }
    }
    return true;
  });
}

TEST_CASE("the drawing's lines tell the clicks, the tile removed and where it leads") {
  Match match(2);
  CHECK(drawing_of(match).lines == std::vector<std::string>{"clicks 0 of 108, depth 2",
                                                            "the first click is on any cell",
                                                            "small figures: tiles left in the cell"});
  REQUIRE(match.act(chesspuzzle_action{0, 0}).status == AGON_OK);
  const support::Drawing drawing = drawing_of(match);
  CHECK(drawing.lines[1] == "K removed from 0 0 leads to 1 2, 2 1");
  CHECK(drawing.cells.at({0, 0}).glyph == "1\u00b9");
  CHECK(drawing.cells.at({0, 1}).glyph == "\u265b\u00b2");
  match.forfeit(0);
  CHECK(drawing_of(match).lines[1] == "failed: the match counts 0");
  CHECK(drawing_of(Match(1)).cells.at({0, 0}).glyph == "\u265c");  // one tile a cell: no figures
}

#include "played.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

using namespace chesspuzzle::test;

namespace {

struct Drawn {
  std::string glyph;
  std::string token;
  std::int32_t role = 0;
  std::uint32_t marks = 0;
};

struct Drawing {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  bool labelled = false;
  std::map<Place, Drawn> cells;
  std::vector<std::string> lines;
};

Drawing drawing_of(const Match& match) {
  Drawing drawing;
  agon_canvas canvas{};
  canvas.host = &drawing;
  canvas.grid = [](void* host, std::uint32_t rows, std::uint32_t columns) {
    static_cast<Drawing*>(host)->rows = rows;
    static_cast<Drawing*>(host)->columns = columns;
  };
  canvas.labels = [](void* host, const char* const* rows, const char* const* columns) {
    auto& into = *static_cast<Drawing*>(host);
    into.labelled = rows[into.rows - 1] == std::to_string(into.rows - 1) &&
                    columns[into.columns - 1] == std::to_string(into.columns - 1);
  };
  canvas.cell = [](void* host, std::uint32_t row, std::uint32_t column, const agon_cell* cell) {
    static_cast<Drawing*>(host)->cells[{static_cast<int>(row), static_cast<int>(column)}] = {
        cell->glyph, cell->token == nullptr ? "" : cell->token, cell->role, cell->marks};
  };
  canvas.arrow = [](void*, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::int32_t) {};
  canvas.text = [](void* host, const char* line) { static_cast<Drawing*>(host)->lines.emplace_back(line); };
  match.draw(canvas);
  return drawing;
}

}  // namespace

TEST_CASE("the drawing shows every cell's tile, what may be clicked and what was clicked last") {
  visit_random_play(11, 1, [](const Played& played) {
    if (played.model.clicks.size() % 5 != 0) return true;
    const Drawing drawing = drawing_of(played.match);
    REQUIRE(drawing.labelled);
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
        REQUIRE(cell.glyph[0] == top);
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
  const Drawing drawing = drawing_of(match);
  CHECK(drawing.lines[1] == "K removed from 0 0 leads to 1 2, 2 1");
  CHECK(drawing.cells.at({0, 0}).glyph == "1\u00b9");
  CHECK(drawing.cells.at({0, 1}).glyph == "Q\u00b2");
  match.forfeit(AGON_OUTCOME_CRASH);
  CHECK(drawing_of(match).lines[1] == "failed: the match counts 0");
  CHECK(drawing_of(Match(1)).cells.at({0, 0}).glyph == "R");  // one tile a cell: no figures
}

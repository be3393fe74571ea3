// The drawing, and moves composed by clicking on it.
#include "naive.hpp"
#include "plugin.hpp"

#include <agon/ext/scene.h>

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using inc::test::Played;

namespace {

struct Drawn {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::vector<std::string> row_labels;
  std::vector<std::string> column_labels;
  struct Cell {
    std::string glyph;
    std::string token;
    std::int32_t role = 0;
    std::uint32_t marks = 0;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, Cell> cells;
  std::vector<std::string> lines;
};

Drawn& drawn(void* host) {
  return *static_cast<Drawn*>(host);
}

Drawn draw(const Played& match) {
  Drawn target;
  const agon_canvas canvas = {&target,
                              [](void* host, std::uint32_t rows, std::uint32_t columns) {
                                drawn(host).rows = rows;
                                drawn(host).columns = columns;
                              },
                              [](void* host, const char* const* rows, const char* const* columns) {
                                drawn(host).row_labels.assign(rows, rows + drawn(host).rows);
                                drawn(host).column_labels.assign(columns, columns + drawn(host).columns);
                              },
                              [](void* host, std::uint32_t row, std::uint32_t column, const agon_cell* cell) {
                                CHECK(row < drawn(host).rows);
                                CHECK(column < drawn(host).columns);
                                drawn(host).cells[{row, column}] = {
                                    cell->glyph, cell->token == nullptr ? "" : cell->token, cell->role, cell->marks};
                              },
                              [](void*, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::int32_t) {},
                              [](void* host, const char* line) { drawn(host).lines.emplace_back(line); }};
  const void* scene = inc::test::game().extension(AGON_SCENE);
  REQUIRE(scene != nullptr);
  static_cast<const agon_scene*>(scene)->draw(match.raw(), AGON_ALL_SEATS, &canvas);
  return target;
}

}  // namespace

TEST_CASE("the drawing shows the digits as their seats', the points, the turns left and what a move touched") {
  Played match(1, {{"board", "12./3.1"}, {"turns", "5"}, {"inc", "-1"}});
  const Drawn before = draw(match);
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
  const Drawn after = draw(match);
  for (const std::uint32_t row : {1U, 2U}) {
    for (const std::uint32_t column : {1U, 2U, 3U}) {
      CHECK(((after.cells.at({row, column}).marks & AGON_MARK_LAST) != 0) == (column == 3));
    }
  }
  match.forfeit(0);
  match.forfeit(2);
  CHECK(draw(match).lines.back() == "out of the match: 13");
}

TEST_CASE("each legal move is one click beside the board") {
  for (const char* board : {"12./3.1", "123", "1/2/3", "1231/2312/3123/...."}) {
    Played match(1, {{"board", board}, {"turns", "5"}});
    std::set<std::string> tokens;
    for (const auto& [place, cell] : draw(match).cells) {
      if (!cell.token.empty()) CHECK(tokens.insert(cell.token).second);
      CHECK(cell.token.empty() == ((cell.marks & AGON_MARK_LEGAL) == 0));
    }
    std::set<std::string> moves;
    for (const auto& cut : inc::test::cuts_of(board)) moves.insert(inc::test::name_of(cut));
    CHECK(tokens == moves);
  }
}

TEST_CASE("the arrow of a group stands beside the group's row or column next to the line") {
  const Drawn picture = draw(Played(1, {{"board", "12./3.1/222"}, {"turns", "5"}}));
  CHECK(picture.cells.at({1, 0}).token == "H1T");
  CHECK(picture.cells.at({2, 0}).token == "H2T");
  CHECK(picture.cells.at({2, 4}).token == "H1B");
  CHECK(picture.cells.at({3, 4}).token == "H2B");
  CHECK(picture.cells.at({0, 1}).token == "V1L");
  CHECK(picture.cells.at({4, 3}).token == "V2R");
}

TEST_CASE("nothing can be clicked when the match is over") {
  const Drawn picture = draw(Played(1, {{"board", "12./3.1"}, {"turns", "0"}}));
  for (const auto& [place, cell] : picture.cells) CHECK(cell.token.empty());
  CHECK(picture.lines.back() == "the match is over");
}

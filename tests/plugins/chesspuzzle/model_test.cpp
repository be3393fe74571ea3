// The model: what a search is offered, against the rules as act() has them, and the tiles that nobody has seen.
#include "played.hpp"
#include "tests/support/drawing.hpp"
#include "tests/support/states.hpp"

#include <agon/ext/scene.h>
#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <set>
#include <string>
#include <vector>

namespace chesspuzzle {
namespace {

using support::created;
using support::model;
using test::Values;

constexpr std::size_t kinds = 8;

/// The tiles that random clicks uncover, in order.
std::vector<std::size_t> uncovered(agon::State state, std::uint64_t seed) {
  agon::QuickRandom random(seed);
  std::vector<std::size_t> tiles;
  while (!state.over()) {
    const auto click = state.sample_as<chesspuzzle_action>(random.next());
    const bool covers = state.leads_to_chance({&click, sizeof click});
    state.act(click);
    const chesspuzzle_observation seen = support::seen_in<chesspuzzle_observation>(state);
    const int tile = seen.top[click.row * seen.columns + click.column];
    CHECK(covers == (tile != CHESSPUZZLE_NONE));
    if (covers) tiles.push_back(static_cast<std::size_t>(tile - 1));
  }
  return tiles;
}

// The statement draws each tile by itself, uniformly from eight kinds.
TEST_CASE("covered tiles are uniform and independent, determinised or drawn anew in the middle of a match") {
  agon::State middle = created(model(), 12, {{"rows", "8"}, {"columns", "8"}, {"depth", "6"}});
  agon::QuickRandom random(1);
  middle.play_out(random, 20);
  REQUIRE(!middle.over());
  std::vector<int> single(kinds);
  std::vector<int> pairs(kinds * kinds);
  agon::State again = middle;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    again.resample(static_cast<std::int32_t>(seed % 2) - 1, seed + 5000);
    for (const auto& tiles :
         {uncovered(support::determinised(model(), middle, 0, seed), seed), uncovered(again, seed)}) {
      for (const std::size_t tile : tiles) ++single[tile];
      for (std::size_t at = 1; at < tiles.size(); at += 2) ++pairs[tiles[at - 1] * kinds + tiles[at]];
    }
  }
  CHECK(support::equally_often(single));
  CHECK(support::equally_often(pairs));
}

TEST_CASE("a determinised state knows nothing of the tiles that the match covers") {
  std::vector<int> pairs(kinds * kinds);
  const chesspuzzle_action click = {2, 3};
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    agon::State match = created(model(), seed, {{"rows", "6"}, {"columns", "6"}, {"depth", "2"}});
    agon::State guess = support::determinised(model(), match, 0, seed);
    match.act(click);
    guess.act(click);
    const std::size_t at = 2 * 6 + 3;
    ++pairs[static_cast<std::size_t>(support::seen_in<chesspuzzle_observation>(match).top[at] - 1) * kinds +
            static_cast<std::size_t>(support::seen_in<chesspuzzle_observation>(guess).top[at] - 1)];
  }
  CHECK(support::equally_often(pairs));
}

}  // namespace
}  // namespace chesspuzzle

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
      REQUIRE(cell.token == text_of(place.first, place.second));
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

// The game plugin through its exported table: actions, replies, observations, points and forfeits.
#include "naive.hpp"
#include "plugin.hpp"
#include "tests/support/drawing.hpp"

#include <agon/ext/scene.h>

#include <doctest/doctest.h>

#include <agon/random.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <utility>

namespace {

using namespace polyomino::test;

/// The shape that a reply shows.
Picture shape_of(const polyomino_reply& reply) {
  Picture picture(static_cast<std::size_t>(reply.height), std::string(static_cast<std::size_t>(reply.width), '.'));
  for (std::int32_t cell = 0; cell < reply.size; ++cell)
    picture.at(static_cast<std::size_t>(reply.cells[cell].y)).at(static_cast<std::size_t>(reply.cells[cell].x)) = 'X';
  return picture;
}

/// The shape that an observation shows of a tile.
Picture shape_of(const polyomino_observation& seen, std::int32_t index) {
  const polyomino_tile& tile = polyomino_tiles(&seen)[index];
  Picture picture(static_cast<std::size_t>(tile.height), std::string(static_cast<std::size_t>(tile.width), '.'));
  for (std::int32_t cell = 0; cell < tile.size; ++cell) {
    const polyomino_cell square = polyomino_cells(&seen)[tile.first_cell + cell];
    picture.at(static_cast<std::size_t>(square.y)).at(static_cast<std::size_t>(square.x)) = 'X';
  }
  return picture;
}

Picture board_of(const polyomino_observation& seen) {
  Picture board(static_cast<std::size_t>(seen.height));
  for (std::int32_t y = 0; y < seen.height; ++y) {
    for (std::int32_t x = 0; x < seen.width; ++x)
      board[static_cast<std::size_t>(y)] += ".X#"[polyomino_board(&seen)[y * seen.width + x]];
  }
  return board;
}

/// An action that is often legal, seldom sensible.
polyomino_action random_action(agon::Random& random, const NaiveMatch& naive) {
  const auto below = [&](int bound) {
    return static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(bound)));
  };
  if (naive.tiles.empty() || below(4) == 0) return get(3 + below(5));
  return place(below(static_cast<int>(naive.tiles.size()) + 1), below(19) - 1, below(17) - 1, below(5));
}

}  // namespace

TEST_CASE("the game describes itself as the contest did") {
  CHECK(std::string(game().id) == "polyomino");
  CHECK(std::string(game().protocol) == POLYOMINO_PROTOCOL);
  CHECK((game().min_seats == 1 && game().max_seats == 1));
  CHECK(game().contest == AGON_CONTEST_RELATIVE_SUM);
  CHECK(game().limits.cpu_ns == 30'000'000'000);
  CHECK(game().limits.memory_bytes == 256 << 20);
}

TEST_CASE("replies and observations tell all that a picture of the match tells") {
  agon::Random random(4);
  int placed = 0;
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    Match match(seed, {{"width", "19"}, {"height", "17"}, {"covered", "50"}, {"penalty", "0.25"}});
    NaiveMatch naive(parted(match.position()));
    for (int step = 0; step < 120; ++step) {
      const polyomino_action action = random_action(random, naive);
      const bool accepted = match.act(action).empty();
      if (action.kind == POLYOMINO_GET) {
        REQUIRE(accepted);
        const polyomino_reply& reply = match.reply();
        CHECK(reply.index == static_cast<std::int32_t>(naive.tiles.size()));
        CHECK(reply.size == action.value);
        naive.tiles.push_back(shape_of(reply));
        naive.placed.push_back(false);
        CHECK(size_of(naive.tiles.back()) == action.value);
        CHECK(is_tile(naive.tiles.back()));
        CHECK(match.revealed() == joined(naive.tiles.back()));
      } else {
        REQUIRE(accepted == naive.place(action.value, action.x, action.y, action.rotation));
        if (!accepted) continue;
        ++placed;
        CHECK(match.reply().index == action.value);
        CHECK(match.reply().size == 0);
        CHECK(match.revealed().empty());
        const polyomino_tile& tile = polyomino_tiles(&match.observe())[action.value];
        CHECK((tile.placed == 1 && tile.x == action.x && tile.y == action.y && tile.rotation == action.rotation));
      }
      CHECK(match.reply().points == naive.points());
      const polyomino_observation& seen = match.observe();
      REQUIRE((seen.width == 19 && seen.height == 17 && seen.penalty == 0.25 && seen.reserved == 0));
      REQUIRE(board_of(seen) == naive.board);
      REQUIRE(seen.points == naive.points());
      REQUIRE(seen.held_cost == naive.held_cost());
      REQUIRE(seen.tile_count == static_cast<std::int32_t>(naive.tiles.size()));
      for (std::int32_t index = 0; index < seen.tile_count; ++index) {
        REQUIRE(shape_of(seen, index) == naive.tiles[static_cast<std::size_t>(index)]);
        REQUIRE((polyomino_tiles(&seen)[index].placed == 1) == naive.placed[static_cast<std::size_t>(index)]);
      }
      REQUIRE(seen.board_offset % 4 == 0);
      REQUIRE(seen.tiles_offset % 4 == 0);
      REQUIRE(seen.cells_offset % 4 == 0);
      REQUIRE(match.score() == static_cast<double>(std::max<std::int64_t>(0, naive.points() - naive.held_cost())));
    }
  }
  CHECK(placed > 100);
}

TEST_CASE("an illegal action is refused with the reason, and leaves the match as it was") {
  Match match(1, {{"board", ".....X/....../....../......"}});
  REQUIRE(match.act(get(3)) == "");
  REQUIRE(match.act(get(3)) == "");
  REQUIRE(match.act(place(0, 0, 0, 0)) == "");
  const std::string position = match.position();
  const std::string observed = match.observed();
  constexpr std::int32_t far = std::numeric_limits<std::int32_t>::max();
  const auto refused = [&](const polyomino_action& action) {
    const std::string reason = match.act(action);
    CHECK(match.position() == position);
    CHECK(match.observed() == observed);
    CHECK(!match.over());
    return reason;
  };
  CHECK(refused(get(2)) == "get 2: a tile has 3 to 1000 squares");
  CHECK(refused(get(1001)) == "get 1001: a tile has 3 to 1000 squares");
  CHECK(refused(get(-far)) != "");
  CHECK(refused(place(2, 0, 0, 0)) == "place 2 0 0 0: there is no tile 2: 2 have been requested, and the first is 0");
  CHECK(refused(place(-1, 0, 0, 0)) != "");
  CHECK(refused(place(far, far, far, far)) != "");
  CHECK(refused(place(0, 2, 2, 0)) == "place 0 2 2 0: tile 0 is placed already, at 0 0");
  CHECK(refused(place(1, 2, 2, 4)) == "place 1 2 2 4: a rotation is 0 to 3");
  CHECK(refused(place(1, 6, 0, 0)).find("would lie beyond the board of 6 x 4") != std::string::npos);
  CHECK(refused(place(1, far, far, 1)) != "");
  CHECK(refused(place(1, -far - 1, -far - 1, 3)) != "");
  CHECK(refused(place(1, 0, 0, 0)).find("holds tile 0") != std::string::npos);
  CHECK(refused({0, 0, 0, 0, 0}) == "no action is of kind 0: 1 is get, 2 place, 3 done");
  CHECK(refused({-7, 3, 0, 0, 0}) != "");
}

TEST_CASE("the match ends when the seat is done, and tiles that it holds are paid for") {
  Match match(1, small_board);
  REQUIRE(match.act(get(5)) == "");
  REQUIRE(match.act(get(3)) == "");
  CHECK(match.score() == 0);
  REQUIRE(match.act(place(0, 0, 0, 0)) == "");
  CHECK(!match.over());
  REQUIRE(match.act(done) == "");
  CHECK(match.over());
  CHECK(match.revealed().empty());
  CHECK(match.reply().points == 25);
  CHECK(match.score() == 25 - 9);
}

TEST_CASE("more tiles on the hand than on the board are worth nothing, and not less") {
  Match match(1, small_board);
  REQUIRE(match.act(get(1000)) == "");
  REQUIRE(match.act(done) == "");
  CHECK(match.score() == 0);
}

TEST_CASE(
    "each second of CPU time costs a hundredth of the score, or what the parameter says, and never more than all") {
  const auto score_after = [](const std::string& penalty, std::int64_t cpu_us) {
    Values values = small_board;
    values["penalty"] = penalty;
    Match match(1, values);
    REQUIRE(match.act(get(100)) == "");
    REQUIRE(match.act(place(0, 1, 1, 0)) == "");
    REQUIRE(match.act(done) == "");
    match.report_usage(cpu_us);
    return match.score();
  };
  CHECK(score_after("0.01", 0) == 10'000);
  CHECK(score_after("0.01", 1'500'000) == doctest::Approx(9850));
  CHECK(score_after("0.01", 100'000'000) == 0);
  CHECK(score_after("0.01", 200'000'000) == 0);
  CHECK(score_after("0.5", 500'000) == doctest::Approx(7500));
  CHECK(score_after("0", 29'000'000) == 10'000);
}

TEST_CASE("a seat that fails, however and whenever, ends its match with nothing") {
  agon::Random random(3);
  for (std::int32_t outcome = AGON_OUTCOME_ILLEGAL; outcome <= AGON_OUTCOME_LOAD; ++outcome) {
    for (int after = 0; after < 12; after += 3) {
      Match match(1, small_board);
      for (int tile = 0; tile < after; ++tile) {
        REQUIRE(match.act(get(3)) == "");
        REQUIRE(match.act(place(tile, tile % 6 * 3, tile / 6 * 3, 0)) == "");
      }
      CHECK(match.score() == 9 * after);
      match.forfeit(0, outcome);
      CHECK(match.over());
      CHECK(match.score() == 0);
      match.report_usage(1'000'000);
      CHECK(match.score() == 0);
    }
  }
}

TEST_CASE("ten thousand tiles may be asked for, and not one more") {
  Match match(1, {{"width", "200"}, {"height", "200"}, {"covered", "0"}});
  for (int tile = 0; tile < POLYOMINO_MAX_TILES; ++tile) REQUIRE(match.act(get(tile % 10 == 0 ? 1000 : 3)) == "");
  CHECK(match.act(get(3)) == "get 3: 10000 tiles have been requested, and there are no more");
  CHECK(match.observe().tile_count == POLYOMINO_MAX_TILES);
  CHECK(match.observe().held_cost == 1000LL * 1'000'000 + 9000 * 9);
  CHECK(match.position().ends_with(" more"));  // too many to be told
  CHECK(match.act(place(POLYOMINO_MAX_TILES - 1, 0, 0, 0)) == "");
  CHECK(match.act(done) == "");
  CHECK(match.over());
}

TEST_CASE("the drawing shows every square, the tile placed last, and the points") {
  Match match(1, {{"board", "....X/...../....."}});
  REQUIRE(match.act(get(3)) == "");
  REQUIRE(match.act(get(4)) == "");
  REQUIRE(match.act(place(0, 0, 0, 0)) == "");
  const support::Drawing drawn = support::drawing_of(match);
  Picture board(static_cast<std::size_t>(drawn.rows), std::string(static_cast<std::size_t>(drawn.columns), '?'));
  int last = 0;
  for (const auto& [place, cell] : drawn.cells) {
    board.at(static_cast<std::size_t>(place.first)).at(static_cast<std::size_t>(place.second)) = cell.glyph[0];
    if ((cell.marks & AGON_MARK_LAST) != 0) ++last;
  }
  std::string expected = match.position().substr(0, 17);
  std::replace(expected.begin(), expected.end(), '#', 'a');
  CHECK(joined(board) == expected);
  CHECK(last == 3);
  REQUIRE(drawn.lines.size() > 4);
  CHECK(drawn.lines[0] == "9 points; tiles placed: 1, held: 1, which cost 16");
  CHECK(drawn.lines[2].starts_with("in hand: tile 1 of size 4, "));
  const std::string squares = std::accumulate(drawn.lines.begin() + 3, drawn.lines.end() - 1, std::string());
  CHECK(std::count(squares.begin(), squares.end(), '\xa0') == 4);  // the last byte of a filled square
  CHECK(drawn.lines.back() == "last: place 0 0 0 0");
}

TEST_CASE("adjacent tiles have different colours, whether each turn is drawn or only the last one") {
  Match match(1, {{"width", "20"}, {"height", "20"}, {"covered", "40"}});
  Match last(1, {{"width", "20"}, {"height", "20"}, {"covered", "40"}});
  std::map<std::pair<int, int>, support::Drawing::Cell> drawn;
  int tiles = 0;
  for (int x = 0; x < 20; ++x) {
    for (int y = 19; y >= 0; --y) {  // tile after tile, wherever it fits
      if (match.act(place(tiles, x, y, 0)) != "") {
        if (tiles == match.observe().tile_count) REQUIRE(match.act(get(3)) == last.act(get(3)));
        continue;
      }
      REQUIRE(last.act(place(tiles++, x, y, 0)) == "");
      const auto before = std::exchange(drawn, support::drawing_of(match).cells);
      for (const auto& [place, cell] : before) {
        if (cell.role >= AGON_ROLE_CATEGORY) CHECK(drawn.at(place).role == cell.role);
      }
    }
  }
  REQUIRE(tiles > 30);
  const auto at_once = support::drawing_of(last).cells;
  for (const auto& [place, cell] : drawn) {
    CHECK(at_once.at(place).role == cell.role);
    for (const auto& [rows, columns] : {std::pair(0, 1), std::pair(1, 0)}) {
      const auto next = drawn.find({place.first + rows, place.second + columns});
      if (next == drawn.end() || cell.role < AGON_ROLE_CATEGORY || next->second.role < AGON_ROLE_CATEGORY) continue;
      if (next->second.glyph != cell.glyph) CHECK(next->second.role != cell.role);
    }
  }
}

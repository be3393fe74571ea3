// Whole matches: what falls, when it ends, and every move against the plain board of naive.hpp.
#include "naive.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using linez::Board;
using linez::cell_at;
using linez::Match;
using linez::Numbers;
using linez::Step;
using linez::Variant;
using linez::test::Rows;

namespace {

Board board(const std::string& text) {
  return linez::test::board_of(linez::test::rows_of(text));
}

Step step(int from_row, int from_column, int to_row, int to_column) {
  return {cell_at(from_row, from_column), cell_at(to_row, to_column)};
}

std::string text(const Board& board) {
  std::string joined;
  for (const std::string& row : linez::test::rows_of(board)) joined += (joined.empty() ? "" : "/") + row;
  return joined;
}

/// A board of 5 x 5 with these rows, for lines of five.
Variant small() {
  return {.rows = 5, .columns = 5};
}

}  // namespace

TEST_CASE("a drop whose own lines empty the board is followed by another one, so that there is something to move") {
  Variant variant = small();
  variant.drop = 2;
  Match two(variant, board("11.../1..../...../...../....."), {1, 1});
  std::vector<int> chance = {0, 0, 4, 5, 0, 0, 1, 2};
  two.move(step(1, 0, 0, 2), linez::test::told(chance));
  CHECK(chance.empty());
  CHECK(two.score() == 10);
  REQUIRE(two.drops().size() == 2);
  CHECK(two.drops()[0].next == Numbers{5, 6});
  CHECK(two.drops()[1].next == Numbers{2, 3});
  CHECK(text(two.board()) == "56.../...../...../...../.....");
  CHECK(two.next() == Numbers{2, 3});
  CHECK_FALSE(two.over());
}

TEST_CASE("a board that fills and is then cleared by its own lines is not the end") {
  Match match(small(), board("11.11/34343/12121/34343/1217."), {1, 6, 5});
  std::vector<int> chance = {0, 0, 0, 0, 0};
  match.move(step(4, 3, 4, 4), linez::test::told(chance));
  CHECK(match.score() == 10);
  CHECK(text(match.board()) == "...../34343/12121/34343/12167");
  CHECK_FALSE(match.over());
}

TEST_CASE("every step of random matches of all kinds leads to what the plain board says") {
  agon::Random random(11);
  const auto pick = [&](int least, int most) {
    return least + static_cast<int>(random.below(static_cast<std::uint64_t>(most - least + 1)));
  };
  int cleared = 0;
  int kept = 0;  // numbers that fell where it was announced
  int lost = 0;  // and those whose place was taken
  for (int matches = 0; matches < 120; ++matches) {
    Variant variant = {.rows = pick(5, 16),
                       .columns = pick(5, 16),
                       .colours = pick(2, 9),
                       .line = pick(3, 5),
                       .drop = pick(1, 9),
                       .drop_lines_score = random.below(2) == 0,
                       .moves = 150,
                       .places = random.below(2) == 0,
                       .lines98 = random.below(2) == 0};
    const linez::Below chance = linez::test::below(random);
    const Board start = Match::draw_start(variant, chance);
    CHECK(start.numbers() == variant.drop);
    CHECK(linez::test::line_cells(linez::test::rows_of(start), variant.line).empty());
    const Numbers numbers = Match::draw_numbers(variant, chance);
    Match match(variant, start, numbers, 0, Match::draw_places(variant, start, chance));
    const auto worth = [&](int cells) {
      return variant.lines98 ? cells * cells - 4 * cells : linez::test::points(cells);
    };
    const auto check_places = [&](const linez::Places& places) {
      const Rows shown = linez::test::rows_of(match.board());
      std::set<int> different;
      for (const int place : places) {
        if (place == 0) continue;
        CHECK(linez::test::at(shown, linez::row_of(place), linez::column_of(place)) == '.');
        different.insert(place);
      }
      const int empty = match.board().cells() - match.board().numbers();
      CHECK(static_cast<int>(different.size()) == (variant.places ? std::min(variant.drop, empty) : 0));
    };
    check_places(match.places());
    while (!match.over()) {
      const linez::Steps steps(match.board());
      REQUIRE(steps.count() > 0);
      const Step chosen = steps.at(pick(0, steps.count() - 1));
      REQUIRE(match.verdict(chosen) == Match::Verdict::legal);
      Rows rows = linez::test::rows_of(match.board());
      const Numbers announced = match.next();
      linez::Places places = match.places();
      const int before = match.score();
      match.move(chosen, chance);

      using linez::test::at;
      std::swap(at(rows, linez::row_of(chosen.from), linez::column_of(chosen.from)),
                at(rows, linez::row_of(chosen.to), linez::column_of(chosen.to)));
      int points = 0;
      int removed = linez::test::remove_lines(rows, variant.line);
      if (removed > 0) points += worth(removed);
      Numbers falling = announced;
      const auto all_empty = [&] {
        return std::all_of(rows.begin(), rows.end(),
                           [](const std::string& row) { return row.find_first_not_of('.') == std::string::npos; });
      };
      REQUIRE(match.drops().empty() == (removed > 0 && !all_empty()));
      for (const Match::Drop& drop : match.drops()) {
        for (std::size_t i = 0; i < drop.fallen.size(); ++i) {
          char& cell = at(rows, linez::row_of(drop.fallen[i].cell), linez::column_of(drop.fallen[i].cell));
          REQUIRE(cell == '.');
          CHECK(drop.fallen[i].number == falling[i]);
          if (places[i] != 0 && at(rows, linez::row_of(places[i]), linez::column_of(places[i])) == '.')
            CHECK(drop.fallen[i].cell == places[i]);
          kept += drop.fallen[i].cell == places[i] ? 1 : 0;
          lost += places[i] != 0 && drop.fallen[i].cell != places[i] ? 1 : 0;
          cell = static_cast<char>('0' + falling[i]);
        }
        const bool full = std::none_of(rows.begin(), rows.end(),
                                       [](const std::string& row) { return row.find('.') != std::string::npos; });
        CHECK((full || static_cast<int>(drop.fallen.size()) == variant.drop));
        removed = linez::test::remove_lines(rows, variant.line);
        cleared += removed;
        if (removed > 0 && variant.drop_lines_score) points += worth(removed);
        falling = drop.next;
        places = drop.places;
      }
      CHECK(match.places() == places);
      if (!match.drops().empty()) check_places(places);
      REQUIRE(linez::test::rows_of(match.board()) == rows);
      CHECK(match.score() - before == points);
      CHECK(match.next() == falling);
    }
    CHECK((match.moves_left() == 0 || match.board().full()));
  }
  CHECK(cleared > 0);
  CHECK(kept > 1000);
  CHECK(lost > 10);
}

TEST_CASE("a start that would hold a line is drawn anew") {
  const Variant variant = {.rows = 5, .columns = 5, .line = 3};
  std::vector<int> chance = {0, 3, 0, 3, 0, 3,   // 444 side by side: not so
                             0, 3, 0, 3, 0, 4};  // 445
  const Board start = Match::draw_start(variant, linez::test::told(chance));
  CHECK(chance.empty());
  CHECK(text(start) == "445../...../...../...../.....");
}

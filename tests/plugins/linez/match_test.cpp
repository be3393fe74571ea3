// Whole matches: what falls, when it ends, and every move against the plain board of naive.hpp.
#include "naive.hpp"

#include <doctest/doctest.h>

#include <algorithm>
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

TEST_CASE("a move that makes a line of five brings 10 points, removes it, and nothing falls") {
  Match match(small(), board("1111./...../....1/...../..7.."), {1, 2, 3});
  std::vector<int> chance;
  match.move(step(2, 4, 0, 4), linez::test::told(chance));
  CHECK(match.score() == 10);
  CHECK(text(match.board()) == "...../...../...../...../..7..");
  CHECK(match.drops().empty());
  CHECK(match.next() == Numbers{1, 2, 3});
}

TEST_CASE("a cell that two lines share counts once") {
  Match match(small(), board("1111./...1./..1../.1.../1.3.1"), {1, 2, 3});
  std::vector<int> chance;
  match.move(step(4, 4, 0, 4), linez::test::told(chance));
  CHECK(match.score() == 10 + 9 * 4 / 2);
  CHECK(text(match.board()) == "...../...../...../...../..3..");
}

TEST_CASE("a longer line goes as a whole, and a gap or another number parts two halves") {
  Match longer({.rows = 5, .columns = 9}, board("111.111.9/...1...../........./........./........."), {1, 2, 3});
  std::vector<int> chance;
  longer.move(step(1, 3, 0, 3), linez::test::told(chance));
  CHECK(longer.score() == 10 + 7 * 2 / 2);
  CHECK(text(longer.board()) == "........9/........./........./........./.........");
  chance = {9, 9, 9, 0, 0, 0};
  Match parted({.rows = 5, .columns = 9}, board("111.1111./...2...../........./........./........."), {1, 2, 3});
  parted.move(step(1, 3, 0, 3), linez::test::told(chance));
  CHECK(parted.score() == 0);
  CHECK(chance.empty());
}

TEST_CASE(
    "after a move without a line the announced numbers fall in order, each on an empty cell, and others are "
    "announced") {
  Match match(small(), board("7..../...../...../...../....."), {4, 5, 6});
  std::vector<int> chance = {0, 0, 21, 1, 6, 3};
  match.move(step(0, 0, 4, 4), linez::test::told(chance));
  CHECK(chance.empty());
  CHECK(text(match.board()) == "45.../...../...../...../...67");
  REQUIRE(match.drops().size() == 1);
  const Match::Drop& drop = match.drops()[0];
  REQUIRE(drop.fallen.size() == 3);
  CHECK(drop.fallen[1].cell == cell_at(0, 1));
  CHECK(drop.fallen[1].number == 5);
  CHECK(drop.next == Numbers{2, 7, 4});
  CHECK(match.next() == drop.next);
}

TEST_CASE("lines that a drop makes are removed when all is down, and score unless they are only cleared") {
  for (const bool scores : {true, false}) {
    Variant variant = small();
    variant.drop_lines_score = scores;
    Match match(variant, board("111../7..../...../...../....."), {1, 1, 2});
    std::vector<int> chance = {0, 0, 0, 0, 0, 0};
    match.move(step(1, 0, 4, 4), linez::test::told(chance));
    CHECK(match.score() == (scores ? 10 : 0));
    // The first cell that is empty when the third number falls lies below the line, which still stands then.
    CHECK(text(match.board()) == "...../2..../...../...../....7");
  }
}

TEST_CASE("two lines that one drop makes count as the cells of both together") {
  Match match(small(), board("1111./7..../...../...../2222."), {1, 2, 3});
  std::vector<int> chance = {0, 14, 0, 0, 0, 0};
  match.move(step(1, 0, 2, 2), linez::test::told(chance));
  CHECK(match.score() == 10 + 10 * 5 / 2);
  CHECK(text(match.board()) == "...../3..../..7../...../.....");
}

TEST_CASE("a move that empties the board is followed by a drop all the same") {
  Match match(small(), board("1111./...../....1/...../....."), {1, 2, 3});
  std::vector<int> chance = {0, 0, 0, 0, 0, 0};
  match.move(step(2, 4, 0, 4), linez::test::told(chance));
  CHECK(match.score() == 10);
  CHECK(text(match.board()) == "123../...../...../...../.....");
  CHECK(match.drops().size() == 1);
}

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

TEST_CASE("numbers fall until the board is full, and then the match is over") {
  Match match(small(), board("12121/34343/12121/34343/1212."), {7, 6, 5});
  CHECK_FALSE(match.over());
  std::vector<int> chance = {0, 0, 0, 0};
  match.move(step(4, 3, 4, 4), linez::test::told(chance));
  CHECK(text(match.board()) == "12121/34343/12121/34343/12172");
  REQUIRE(match.drops().size() == 1);
  CHECK(match.drops()[0].fallen.size() == 1);
  CHECK(match.over());
}

TEST_CASE("a board that fills and is then cleared by its own lines is not the end") {
  Match match(small(), board("11.11/34343/12121/34343/1217."), {1, 6, 5});
  std::vector<int> chance = {0, 0, 0, 0, 0};
  match.move(step(4, 3, 4, 4), linez::test::told(chance));
  CHECK(match.score() == 10);
  CHECK(text(match.board()) == "...../34343/12121/34343/12167");
  CHECK_FALSE(match.over());
}

TEST_CASE("a match ends after the moves it is limited to, however much room is left") {
  Variant variant;
  variant.moves = 2;
  agon::Random random(1);
  Match match(variant,
              board("1......../........./........./........./........./........./........./........./........."),
              {2, 3, 4});
  CHECK(match.moves_left() == 2);
  for (int i = 0; i < 2; ++i) {
    REQUIRE_FALSE(match.over());
    match.move(linez::Steps(match.board()).at(0), linez::test::below(random));
  }
  CHECK(match.moves_left() == 0);
  CHECK(match.over());
}

TEST_CASE("every step of random matches of all kinds leads to what the plain board says") {
  agon::Random random(11);
  const auto pick = [&](int least, int most) {
    return least + static_cast<int>(random.below(static_cast<std::uint64_t>(most - least + 1)));
  };
  int cleared = 0;
  for (int matches = 0; matches < 120; ++matches) {
    Variant variant = {.rows = pick(5, 16),
                       .columns = pick(5, 16),
                       .colours = pick(2, 9),
                       .line = pick(3, 5),
                       .drop = pick(1, 9),
                       .drop_lines_score = random.below(2) == 0,
                       .moves = 150};
    const linez::Below chance = linez::test::below(random);
    const Board start = Match::draw_start(variant, chance);
    CHECK(start.numbers() == variant.drop);
    CHECK(linez::test::line_cells(linez::test::rows_of(start), variant.line).empty());
    Match match(variant, start, Match::draw_numbers(variant, chance));
    while (!match.over()) {
      const linez::Steps steps(match.board());
      REQUIRE(steps.count() > 0);
      const Step chosen = steps.at(pick(0, steps.count() - 1));
      REQUIRE(match.verdict(chosen) == Match::Verdict::legal);
      Rows rows = linez::test::rows_of(match.board());
      const Numbers announced = match.next();
      const int before = match.score();
      match.move(chosen, chance);

      using linez::test::at;
      std::swap(at(rows, linez::row_of(chosen.from), linez::column_of(chosen.from)),
                at(rows, linez::row_of(chosen.to), linez::column_of(chosen.to)));
      int points = 0;
      int removed = linez::test::remove_lines(rows, variant.line);
      if (removed > 0) points += linez::test::points(removed);
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
          cell = static_cast<char>('0' + falling[i]);
        }
        const bool full = std::none_of(rows.begin(), rows.end(),
                                       [](const std::string& row) { return row.find('.') != std::string::npos; });
        CHECK((full || static_cast<int>(drop.fallen.size()) == variant.drop));
        removed = linez::test::remove_lines(rows, variant.line);
        cleared += removed;
        if (removed > 0 && variant.drop_lines_score) points += linez::test::points(removed);
        falling = drop.next;
      }
      REQUIRE(linez::test::rows_of(match.board()) == rows);
      CHECK(match.score() - before == points);
      CHECK(match.next() == falling);
    }
  }
  CHECK(cleared > 0);
}

TEST_CASE("a start that would hold a line is drawn anew") {
  const Variant variant = {.rows = 5, .columns = 5, .line = 3};
  std::vector<int> chance = {0, 3, 0, 3, 0, 3,   // 444 side by side: not so
                             0, 3, 0, 3, 0, 4};  // 445
  const Board start = Match::draw_start(variant, linez::test::told(chance));
  CHECK(chance.empty());
  CHECK(text(start) == "445../...../...../...../.....");
}

TEST_CASE("what can't be moved is refused with the reason") {
  const Match match(small(), board("1.2../333../...../...../....."), {1, 2, 3});
  CHECK(match.verdict(step(0, 0, 0, 1)) == Match::Verdict::legal);
  CHECK(match.verdict(step(0, 1, 0, 0)) == Match::Verdict::no_number);
  CHECK(match.verdict(step(0, 0, 0, 0)) == Match::Verdict::taken);
  CHECK(match.verdict(step(0, 0, 1, 0)) == Match::Verdict::taken);
  CHECK(match.verdict(step(0, 0, 4, 4)) == Match::Verdict::no_path);
  CHECK(match.verdict(step(0, 2, 4, 4)) == Match::Verdict::legal);
}

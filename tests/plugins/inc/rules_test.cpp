// The rules against the statement read literally.
#include "naive.hpp"

#include <inc/rules.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

using inc::rules::Axis;
using inc::rules::Board;
using inc::rules::Group;
using inc::rules::Match;
using inc::rules::Move;
using inc::rules::Points;
using inc::test::Cut;
using inc::test::Text;

namespace {

Move move_of(const Cut& cut) {
  return {cut.horizontal ? Axis::horizontal : Axis::vertical, cut.line, cut.first ? Group::first : Group::second};
}

Board board_of(const Text& text) {
  const auto board = Board::parse(text);
  REQUIRE_MESSAGE(board, text);
  return *board;
}

}  // namespace

TEST_CASE("a board's text is read and written back, up to the largest") {
  agon::Random random(1);
  for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 16}, {16, 1}, {2, 3}, {16, 16}}) {
    const Text text = inc::test::random_board(random, rows, columns, 20);
    const Board board = board_of(text);
    CHECK(board.rows() == rows);
    CHECK(board.columns() == columns);
    CHECK(board.text() == text);
  }
}

TEST_CASE("what is no board is not read") {
  for (const char* text : {"", "/", "12/", "/12", "12/3", "12/345", "12//12", "14", "0", "1 2", "12\n12", "1/2/3/",
                           "12/1/2", "12345678901234567", "11111111111111111", "1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1"}) {
    CAPTURE(text);
    CHECK(!Board::parse(text));
  }
}

TEST_CASE("each move changes the digits of its group as the statement says, and has the inverse three times") {
  agon::Random random(2);
  for (int tries = 0; tries < 300; ++tries) {
    const int rows = 1 + static_cast<int>(random.below(6));
    const int columns = 1 + static_cast<int>(random.below(6));
    const Text text = inc::test::random_board(random, rows, columns, 20);
    const auto cuts = inc::test::cuts_of(text);
    CHECK(board_of(text).moves() == static_cast<int>(cuts.size()));
    for (const Cut& cut : cuts) {
      for (const int increment : {-1, 1}) {
        Board board = board_of(text);
        REQUIRE(board.legal(move_of(cut)));
        board.apply(move_of(cut), increment);
        CHECK(board.text() == inc::test::cut(text, cut, increment));
        CHECK(board.points() == inc::test::points_of(board.text()));
        board.apply(move_of(cut), -increment);
        CHECK(board.text() == text);
      }
    }
  }
}

TEST_CASE("moves are numbered in the order in which seats prefer them") {
  for (const auto& [rows, columns] : {std::pair{1, 2}, {2, 1}, {3, 4}, {5, 5}, {1, 16}, {16, 16}}) {
    const Board board(rows, columns);
    auto cuts = inc::test::cuts_of(board.text());
    std::ranges::sort(cuts, [](const Cut& a, const Cut& b) { return inc::test::prefers(0, a, "1", b, "1"); });
    REQUIRE(board.moves() == static_cast<int>(cuts.size()));
    for (int number = 0; number < board.moves(); ++number) {
      CHECK(board.move(number) == move_of(cuts[static_cast<std::size_t>(number)]));
      CHECK(board.number(board.move(number)) == number);
    }
  }
}

TEST_CASE("a line must lie strictly inside the board") {
  const Board board(2, 4);
  for (const int line : {-1, 0, 2, 3, 4, 100}) CHECK(!board.legal({Axis::horizontal, line, Group::first}));
  for (const int line : {-1, 0, 4, 5, 100}) CHECK(!board.legal({Axis::vertical, line, Group::second}));
  CHECK(board.legal({Axis::horizontal, 1, Group::first}));
  CHECK(board.legal({Axis::vertical, 3, Group::second}));
}

TEST_CASE("a seat scores 3 strictly first, 2 sharing the first place, else 1") {
  const Points points{5, 5, 2};
  CHECK(inc::rules::place(points, 0) == 2);
  CHECK(inc::rules::place(points, 1) == 2);
  CHECK(inc::rules::place(points, 2) == 1);
  CHECK(inc::rules::place({0, 0, 1}, 2) == 3);
  CHECK(inc::rules::place({0, 0, 0}, 1) == 2);
}

TEST_CASE("preferences between ends are those of the statement") {
  agon::Random random(3);
  const Cut same;
  for (int tries = 0; tries < 5000; ++tries) {
    const Text one = inc::test::random_board(random, 3, 3, random.below(100));
    const Text two = inc::test::random_board(random, 3, 3, random.below(100));
    for (int seat = 0; seat < 3; ++seat) {
      const int first = inc::rules::preference(inc::test::points_of(one), seat);
      const int second = inc::rules::preference(inc::test::points_of(two), seat);
      CHECK((first > second) == inc::test::prefers(seat, same, one, same, two));
    }
  }
}

TEST_CASE("a match goes round the seats until no turn is left") {
  Match match(board_of("12./3.1"), 5, 1);
  Text text = "12./3.1";
  for (int turn = 0; turn < 5; ++turn) {
    REQUIRE(!match.over());
    CHECK(match.mover() == turn % 3);
    CHECK(match.turns_left() == 5 - turn);
    match.play({Axis::vertical, 2, Group::first});
    text = inc::test::cut(text, {false, 2, true}, 1);
    CHECK(match.board().text() == text);
  }
  CHECK(match.over());
}

TEST_CASE("a board of one square has no move, so its match is over at once") {
  CHECK(Match(board_of("2"), 1'000'000'000, 1).over());
  CHECK(Match(board_of("12"), 0, 1).over());
  CHECK(!Match(board_of("12"), 1, 1).over());
}

TEST_CASE("the turns of a seat that is out are its first legal move in the order of preference") {
  agon::Random random(4);
  for (int tries = 0; tries < 500; ++tries) {
    const int rows = 1 + static_cast<int>(random.below(3));
    const int columns = rows == 1 ? 2 : 1 + static_cast<int>(random.below(3));
    const int increment = random.below(2) == 0 ? 1 : -1;
    const int turns = static_cast<int>(random.below(12)) + 1;
    Text text = inc::test::random_board(random, rows, columns, 20);
    Match match(board_of(text), turns, increment);
    std::set<int> out;
    int played = 0;
    const auto follow = [&] {  // the statement's side of it
      while (played < turns && out.contains(played % 3)) {
        text = inc::test::cut(text, inc::test::first_cut(text), increment);
        ++played;
      }
      CHECK(match.board().text() == text);
      CHECK(match.over() == (played == turns));
      if (out.size() < 3) CHECK(match.turns_left() == turns - played);
      if (!match.over()) CHECK(match.mover() == played % 3);
    };
    while (!match.over()) {
      if (random.below(4) == 0) {
        const int seat = static_cast<int>(random.below(3));
        if (out.insert(seat).second) match.forfeit(seat);
      } else {
        const auto cuts = inc::test::cuts_of(text);
        const Cut& cut = cuts[random.below(cuts.size())];
        match.play(move_of(cut));
        text = inc::test::cut(text, cut, increment);
        ++played;
      }
      follow();
    }
  }
}

TEST_CASE("a match of a billion turns whose seats are all out ends at once") {
  for (const int turns : {1'000'000'000, 999'999'999, 999'999'998}) {
    Match match(board_of("123/321"), turns, 1);
    for (int seat = 0; seat < 3; ++seat) match.forfeit(seat);
    CHECK(match.over());
    Text text = "123/321";
    for (int turn = 0; turn < turns % 3; ++turn) text = inc::test::cut(text, {true, 1, true}, 1);
    CHECK(match.board().text() == text);
  }
}

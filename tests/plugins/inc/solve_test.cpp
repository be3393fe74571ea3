// Exact play: the tables, and the contest's whole-game function, against the full game tree and plain induction.
#include "naive.hpp"

#include <inc/solve.hpp>
#include <inc/solver/played_out.hpp>

#include <doctest/doctest.h>

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using inc::Induction;
using inc::rules::Board;
using inc::test::board_of;
using inc::test::PlainTables;
using inc::test::plenty;
using inc::test::Text;

namespace {

std::vector<std::string> rows_of(const Text& text) {
  std::vector<std::string> rows;
  std::istringstream in(text);
  for (std::string row; std::getline(in, row, '/');) rows.push_back(row);
  return rows;
}

Text joined(const std::vector<std::string>& rows) {
  Text text;
  for (const auto& row : rows) text += (text.empty() ? "" : "/") + row;
  return text;
}

std::string name_of(const Board& board, int number) {
  return inc::test::name_of(inc::test::cut_of(board, number));
}

/// A board with at least one move, and so many turns that its full tree has a few thousand leaves at most.
struct Small {
  Text board;
  int turns = 0;
  int increment = 1;
};

Small small(agon::Random& random) {
  const int rows = 1 + static_cast<int>(random.below(4));
  const int columns = (rows == 1 ? 2 : 1) + static_cast<int>(random.below(3));
  Small made{inc::test::random_board(random, rows, columns, random.below(3) * 25), 1, random.below(2) == 0 ? 1 : -1};
  const std::size_t moves = inc::test::cuts_of(made.board).size();
  std::size_t leaves = moves;
  const std::uint64_t most = 1 + random.below(7);
  while (static_cast<std::uint64_t>(made.turns) < most && leaves * moves <= 1500) {
    leaves *= moves;
    ++made.turns;
  }
  return made;
}

}  // namespace

TEST_CASE("the final board and the first move are those of the full game tree, whoever is to move and whoever is out") {
  agon::Random random(10);
  for (int tries = 0; tries < 3000; ++tries) {
    const Small each = small(random);
    CAPTURE(each.board);
    CAPTURE(each.turns);
    CAPTURE(each.increment);
    const int seat = tries % 2 == 0 ? 0 : static_cast<int>(random.below(3));
    const auto out = tries % 2 == 0 ? 0 : static_cast<unsigned>(random.below(8)) & ~(1U << static_cast<unsigned>(seat));
    const auto expected = inc::test::full_tree(each.board, each.turns, each.increment, seat, out);
    const Board board = board_of(each.board);
    Induction solution({board, each.turns, each.increment, seat, out}, plenty);
    CHECK(name_of(board, solution.best(0, each.turns)) == inc::test::name_of(expected.cut));
    CHECK(inc::played_out(solution).text() == expected.board);
    if (seat == 0 && out == 0)
      CHECK(joined(inc::final_board(rows_of(each.board), each.turns, each.increment)) == expected.board);
  }
}

TEST_CASE("every state's move, hundreds of turns before the end, is that of plain backward induction") {
  agon::Random random(12);
  for (const auto& [rows, columns] : {std::pair{2, 2}, {3, 3}, {1, 6}, {2, 4}}) {
    for (const std::uint64_t empty : {0U, 30U}) {
      const Text text = inc::test::random_board(random, rows, columns, empty);
      const int increment = random.below(2) == 0 ? 1 : -1;
      constexpr int turns = 400;
      PlainTables plain(text, turns, increment);
      Induction solution({board_of(text), turns, increment}, plenty);
      REQUIRE(solution.exact(turns));
      CHECK(solution.horizon() < turns);  // so that it is the period that is tested
      for (int left = 1; left <= turns; ++left) {
        plain.advance();
        if (left > 12 && left % 29 != 0) continue;
        int compared = 0;
        for (const auto& [board, cut] : plain.moves()) {
          const auto state = solution.offsets().find(board_of(board), turns - left);
          if (!state) continue;  // not after that many moves
          ++compared;
          CHECK(name_of(board_of(board), solution.best(*state, left)) == inc::test::name_of(cut));
        }
        CHECK(compared > 0);
      }
      CHECK(inc::played_out(solution).text() == plain.end());
    }
  }
}

TEST_CASE("the final board after a billion turns is that of the period which plain tables show") {
  agon::Random random(14);
  const auto check = [](const Text& text, int turns, int increment) {
    CAPTURE(text);
    CAPTURE(turns);
    CHECK(joined(inc::final_board(rows_of(text), turns, increment)) ==
          inc::test::end_of_long_match(text, turns, increment));
  };
  for (int tries = 0; tries < 20; ++tries) {
    const int rows = 1 + static_cast<int>(random.below(4));
    const int columns = 2 + static_cast<int>(random.below(2));
    const Text text = inc::test::random_board(random, rows, columns, random.below(2) * 20);
    for (const int turns : {1'000'000'000, 999'999'999, 999'999'998}) check(text, turns, tries % 2 == 0 ? 1 : -1);
  }
  check(inc::test::random_board(random, 4, 4, 10), 1'000'000'000, -1);
}

TEST_CASE("the whole-game function takes boards without a move and matches without a turn") {
  CHECK(inc::final_board({"2"}, 1'000'000'000, 1) == std::vector<std::string>{"2"});
  CHECK(inc::final_board({"."}, 1, -1) == std::vector<std::string>{"."});
  CHECK(inc::final_board({"12.", "3.1"}, 0, 1) == std::vector<std::string>{"12.", "3.1"});
  CHECK(inc::final_board({"...", "..."}, 1'000'000'000, 1) == std::vector<std::string>{"...", "..."});
}

TEST_CASE("the whole-game function refuses what is no match, and what it can't solve") {
  CHECK_THROWS_AS(inc::final_board({}, 1, 1), std::invalid_argument);
  CHECK_THROWS_AS(inc::final_board({""}, 1, 1), std::invalid_argument);
  CHECK_THROWS_AS(inc::final_board({"12", "3"}, 1, 1), std::invalid_argument);
  CHECK_THROWS_AS(inc::final_board({"12/31"}, 1, 1), std::invalid_argument);
  CHECK_THROWS_AS(inc::final_board({"", "12"}, 1, 1), std::invalid_argument);
  CHECK_THROWS_AS(inc::final_board({"14"}, 1, 1), std::invalid_argument);
  CHECK_THROWS_AS(inc::final_board({"12"}, -1, 1), std::invalid_argument);
  CHECK_THROWS_AS(inc::final_board({"12"}, 1'000'000'001, 1), std::invalid_argument);
  CHECK_THROWS_AS(inc::final_board({"12"}, 1, 0), std::invalid_argument);
  CHECK_THROWS_AS(inc::final_board(std::vector<std::string>(8, std::string(8, '1')), 5, 1), std::runtime_error);
}

TEST_CASE("offsets find a state of every board that moves lead to, and its board is that one") {
  agon::Random random(15);
  for (int tries = 0; tries < 300; ++tries) {
    const int rows = 1 + static_cast<int>(random.below(6));
    const int columns = (rows == 1 ? 2 : 1) + static_cast<int>(random.below(5));
    const Text text = inc::test::random_board(random, rows, columns, random.below(100));
    const int increment = random.below(2) == 0 ? 1 : -1;
    const inc::Offsets offsets(board_of(text), increment);
    Board board = board_of(text);
    std::uint32_t state = 0;
    for (int made = 0; made < 20; ++made) {
      CHECK(offsets.board(state, made) == board);
      const auto found = offsets.find(board, made);
      REQUIRE(found);
      CHECK(offsets.board(*found, made) == board);
      const int move = static_cast<int>(random.below(static_cast<std::uint64_t>(board.moves())));
      board.apply(board.move(move), increment);
      state = offsets.after(state, move);
    }
  }
}

TEST_CASE("offsets find no state of a board that no moves lead to") {
  const inc::Offsets offsets(board_of("111/111"), 1);
  for (const char* text : {"112/111", "11./111", "1111/1111", "11/11/11"}) {
    for (int made = 0; made < 3; ++made) CHECK(!offsets.find(board_of(text), made));
  }
  CHECK(offsets.find(board_of("222/111"), 1));
  CHECK(!offsets.find(board_of("222/111"), 2));
}

TEST_CASE("the points of all states are those of their boards") {
  agon::Random random(16);
  for (const auto& [rows, columns] : {std::pair{1, 5}, {5, 1}, {3, 3}, {2, 5}}) {
    for (const int increment : {-1, 1}) {
      const inc::Offsets offsets(board_of(inc::test::random_board(random, rows, columns, 25)), increment);
      for (int made = 0; made < 4; ++made) {
        const auto points = offsets.points(made);
        REQUIRE(points.size() == offsets.states());
        for (std::uint32_t state = 0; state < offsets.states(); ++state) {
          CHECK(points[state] == offsets.board(state, made).points());
        }
      }
    }
  }
}

TEST_CASE("where the effort is too small the tables answer for a match that ends a multiple of three turns earlier") {
  const Text text = "12312/33121/12313/23231/11112";
  constexpr std::int64_t some_turns = std::int64_t{6561} * 16 * 20;
  for (const int turns : {1000, 1001, 1002}) {
    Induction solution({board_of(text), turns, 1}, some_turns);
    const int horizon = solution.horizon();
    CHECK(horizon >= 20);
    CHECK(horizon < 100);
    CHECK(!solution.exact(turns));
    CHECK(solution.exact(horizon));
    const int nearer = solution.equivalent(turns);
    CHECK(nearer <= horizon);
    CHECK(nearer > horizon - 3);
    CHECK((turns - nearer) % 3 == 0);
    Induction exact({board_of(text), nearer, 1}, plenty);
    CHECK(solution.best(0, turns) == exact.best(0, nearer));
  }
}

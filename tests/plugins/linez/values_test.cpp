// The values of the game's moves, against a plain evaluation of the board after each.
#include "plugins/linez/values.hpp"
#include "naive.hpp"
#include "plugins/linez/strategies/greedy/potential.hpp"

#include <doctest/doctest.h>
#include <agon/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace linez {
namespace {

/// The board after a move, and the points of the line that it makes.
struct After {
  Board board;
  int points = 0;
};

After after(const Match& match, Step step) {
  After made{.board = match.board()};
  const int number = made.board.at(step.from);
  made.board.take(step.from);
  made.board.put(step.to, number);
  const CellSet line = made.board.lines({&step.to, 1}, match.variant().line);
  if (line.any()) made.points = points_for(static_cast<int>(line.count()));
  made.board.remove(line);
  return made;
}

/// Plays a match with random moves; compares all values of every position with the plain ones.
void check_values(const Variant& variant, std::uint64_t seed) {
  agon::Random random(seed);
  Match match(variant, Match::draw_start(variant, test::below(random)),
              Match::draw_numbers(variant, test::below(random)));
  const Windows windows(variant.rows, variant.columns, variant.line);
  for (int move = 0; move < 40 && !match.over(); ++move) {
    std::vector<double> values;
    Values(match).each([&](double value) { values.push_back(value); });
    const Steps steps(match.board());
    REQUIRE(static_cast<int>(values.size()) == steps.count());
    std::size_t number = 0;
    std::size_t wrong = 0;
    steps.each([&](Step step) {
      const After then = after(match, step);
      double plain = then.points + estimate(variant, then.board.numbers() + variant.drop,
                                            Potential::of(windows, then.board), Steps(then.board).regions());
      if (then.points > 0 && then.board.numbers() > 0) plain += 8;  // it moves again before the next drop
      wrong += values[number++] != doctest::Approx(plain) ? 1 : 0;
    });
    CHECK(wrong == 0);
    match.move(steps.at(test::below(random)(steps.count())), test::below(random));
  }
}

TEST_CASE("the values of all moves are those of the boards after them, evaluated one by one") {
  check_values({}, 1);
  check_values({.rows = 5, .columns = 7, .colours = 2, .line = 3, .drop = 2}, 2);  // many lines
  check_values({.rows = 16, .columns = 12, .colours = 9, .line = 16, .drop = 9, .moves = 12}, 3);
  check_values({.rows = 8, .columns = 6, .colours = 3, .line = 4, .drop = 3}, 4);
}

TEST_CASE("the number of regions after each move is what counting them again gives") {
  agon::Random random(5);
  for (int filled = 4; filled < 60; filled += 3) {
    Board board(8, 8);
    while (board.numbers() < filled) board.put(board.nth_empty(test::below(random)(64 - board.numbers())), 1);
    const Regions regions(board);
    int wrong = regions.count() != Steps(board).regions() ? 1 : 0;
    Steps(board).each([&](Step step) {
      Board moved = board;
      moved.take(step.from);
      moved.put(step.to, 1);
      const Regions::Place from = regions.place(step.from);
      if (!regions.reaches(from, step.to) || regions.after(from, step.to) != Steps(moved).regions()) ++wrong;
    });
    CHECK(wrong == 0);
  }
}

}  // namespace
}  // namespace linez

// Paths, lines, removal and points against the plain versions of naive.hpp.

using linez::Board;
using linez::cell_at;
using linez::Step;
using linez::Steps;
using linez::test::Rows;

namespace {

/// Calls `check` with random boards: each shape at least once, from nearly empty to nearly full.
template <class Check>
void for_random_boards(std::uint64_t seed, int colours, Check&& check) {
  agon::Random random(seed);
  for (int rows = linez::min_side; rows <= linez::max_side; ++rows) {
    for (int columns = linez::min_side; columns <= linez::max_side; ++columns) {
      for (int i = 0; i < 2; ++i) {
        const Rows board = linez::test::random_rows(rows, columns, colours, 5 + random.below(93), random);
        CAPTURE(rows);
        CAPTURE(columns);
        check(board, random);
      }
    }
  }
}

/// Returns whether each cell is beside the one before, and empty except the first.
bool is_path(const Board& board, const std::vector<int>& path) {
  for (std::size_t i = 1; i < path.size(); ++i) {
    const int step = path[i] - path[i - 1];
    const bool beside = std::find(linez::beside.begin(), linez::beside.end(), step) != linez::beside.end();
    if (!beside || board.at(path[i]) != 0) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("a number reaches the cells that a flood over empty cells reaches, and no others") {
  for_random_boards(1, 7, [](const Rows& rows, agon::Random& random) {
    const Board board = linez::test::board_of(rows);
    for (int tries = 0; tries < 2; ++tries) {
      const int row = static_cast<int>(random.below(rows.size()));
      const int column = static_cast<int>(random.below(rows[0].size()));
      if (linez::test::at(rows, row, column) == '.') continue;
      const auto wet = linez::test::flood(rows, row, column);
      int wrong = 0;
      for (int to_row = 0; to_row < board.rows(); ++to_row) {
        for (int to_column = 0; to_column < board.columns(); ++to_column) {
          if (linez::test::at(rows, to_row, to_column) != '.') continue;
          const bool reached = wet[linez::test::index(to_row)][linez::test::index(to_column)];
          if (board.path(cell_at(row, column), cell_at(to_row, to_column)) != reached) ++wrong;
          const std::vector<int> path = board.shortest_path(cell_at(row, column), cell_at(to_row, to_column));
          if (path.empty() == reached || !is_path(board, path)) ++wrong;
        }
      }
      CHECK(wrong == 0);
    }
  });
}

TEST_CASE("the legal moves are all pairs of a number and a cell that a flood from it reaches, each once, in order") {
  for_random_boards(2, 5, [](const Rows& rows, agon::Random&) {
    const Board board = linez::test::board_of(rows);
    const Steps steps(board);
    int count = 0;
    int wrong = 0;
    for (int row = 0; row < board.rows(); ++row) {
      for (int column = 0; column < board.columns(); ++column) {
        if (linez::test::at(rows, row, column) == '.') continue;
        const auto wet = linez::test::flood(rows, row, column);
        for (int to_row = 0; to_row < board.rows(); ++to_row) {
          for (int to_column = 0; to_column < board.columns(); ++to_column) {
            const Step step = {cell_at(row, column), cell_at(to_row, to_column)};
            const bool legal = wet[linez::test::index(to_row)][linez::test::index(to_column)];
            if (steps.legal(step) != legal) ++wrong;
            if (!legal) continue;
            // Finding one takes time, so not for all.
            if (count % 37 == 0 && (steps.at(count).from != step.from || steps.at(count).to != step.to)) ++wrong;
            ++count;
          }
        }
      }
    }
    CHECK(wrong == 0);
    CHECK(steps.count() == count);
  });
}

TEST_CASE(
    "the lines through all cells are those that scanning the whole board finds, and removing them leaves the rest") {
  for_random_boards(4, 2, [](const Rows& rows, agon::Random& random) {
    const int line = linez::min_line + static_cast<int>(random.below(5));
    const Board board = linez::test::board_of(rows);
    const auto scanned = linez::test::line_cells(rows, line);
    CHECK(board.has_line(line) == !scanned.empty());

    std::vector<int> all;
    for (int row = 0; row < board.rows(); ++row) {
      for (int column = 0; column < board.columns(); ++column) all.push_back(cell_at(row, column));
    }
    const linez::CellSet found = board.lines(all, line);
    CHECK(found.count() == scanned.size());
    for (const auto& [row, column] : scanned) CHECK(found.test(linez::test::index(cell_at(row, column))));

    Board cleared = board;
    cleared.remove(found);
    Rows expected = rows;
    linez::test::remove_lines(expected, line);
    CHECK(linez::test::rows_of(cleared) == expected);
    CHECK(cleared.numbers() == board.numbers() - static_cast<int>(scanned.size()));
  });
}

TEST_CASE("k cells removed at once bring 10 + k(k-5)/2 points") {
  for (int cells = linez::min_line; cells <= 256; ++cells)
    CHECK(linez::points_for(cells) == linez::test::points(cells));
  CHECK(linez::points_for(5) == 10);
  CHECK(linez::points_for(6) == 13);
  CHECK(linez::points_for(9) == 28);
}

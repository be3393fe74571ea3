// The values of the game's moves, against a plain evaluation of the board after each.
#include "plugins/linez/values.hpp"
#include "plugins/linez/strategies/greedy/potential.hpp"

#include <doctest/doctest.h>
#include <agon/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace linez {
namespace {

Below below(agon::Random& random) {
  return [&](int bound) { return static_cast<int>(random.below(static_cast<std::uint64_t>(bound))); };
}

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
  Match match(variant, Match::draw_start(variant, below(random)), Match::draw_numbers(variant, below(random)));
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
    match.move(steps.at(below(random)(steps.count())), below(random));
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
    while (board.numbers() < filled) board.put(board.nth_empty(below(random)(64 - board.numbers())), 1);
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

TEST_CASE("a move that makes a line has the largest value") {
  Board board(9, 9);
  for (const int column : {0, 1, 2, 3}) board.put(cell_at(0, column), 1);
  board.put(cell_at(5, 5), 1);
  board.put(cell_at(7, 2), 3);
  const Match match({}, board, {1, 2, 3});
  std::vector<double> values;
  Values(match).each([&](double value) { values.push_back(value); });
  const auto best = static_cast<int>(std::max_element(values.begin(), values.end()) - values.begin());
  const Step step = Steps(board).at(best);
  CHECK(step.from == cell_at(5, 5));
  CHECK(step.to == cell_at(0, 4));
}

}  // namespace
}  // namespace linez

#include "host/stats/cycles.hpp"
#include "host/stats/draw.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

using stats::PointTable;

namespace {

/// The probability that a player of strength a beats one of strength b.
double win_chance(double a, double b) {
  return 1 / (1 + std::exp(b - a));
}

/// Plays every two players twice on each seed; `chance(i, j)` is the probability that i wins.
template <class Chance>
PointTable played(std::size_t players, std::uint64_t seeds, stats::Draw& draw, Chance chance) {
  PointTable table(players);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    for (std::size_t i = 0; i < players; ++i) {
      for (std::size_t j = 0; j < players; ++j) {
        if (i != j) table.add(seed, i, j, draw.fraction() < chance(i, j) ? 1 : 0);
      }
    }
  }
  return table;
}

/// The share of tables in which ratings have no cycle, but the test finds one.
double false_alarms(int tables) {
  stats::Draw draw(8);
  int found = 0;
  for (int number = 0; number < tables; ++number) {
    std::vector<double> strengths(3 + draw.below(4));
    for (double& strength : strengths) strength = 3 * draw.fraction();
    const PointTable table = played(strengths.size(), 20 + draw.below(60), draw, [&](std::size_t i, std::size_t j) {
      return win_chance(strengths[i], strengths[j]);
    });
    found += stats::cycles_p(table, {.test_rounds = 199}) <= 0.05 ? 1 : 0;
  }
  return static_cast<double>(found) / tables;
}

double rock_paper_scissors(std::size_t i, std::size_t j) {
  return (i + 1) % 3 == j ? 0.7 : 0.3;
}

}  // namespace

TEST_CASE("rock, paper and scissors weigh a third each within their intervals, and ratings do not describe them") {
  stats::Draw draw(1);
  const PointTable table = played(3, 200, draw, rock_paper_scissors);
  for (const stats::NashPlayer& player : stats::nash_average(table)) {
    CHECK(player.weight == doctest::Approx(1.0 / 3).epsilon(0.3));
    CHECK(player.weight_interval.low < 1.0 / 3);
    CHECK(player.weight_interval.high > 1.0 / 3);
    CHECK(std::abs(player.rating) < 1e-6);
  }
  CHECK(stats::cycles_p(table) == doctest::Approx(1.0 / 500));
  CHECK(stats::strongest_cycle(table) == std::vector<std::size_t>{0, 1, 2});
}

TEST_CASE("a transitive table has all weight on the best, no cycle, and negative ratings of the others") {
  stats::Draw draw(2);
  const PointTable table = played(4, 100, draw, [](std::size_t i, std::size_t j) {
    return win_chance(static_cast<double>(j), static_cast<double>(i));
  });
  const std::vector<stats::NashPlayer> players = stats::nash_average(table);
  CHECK(players[0].weight == doctest::Approx(1).epsilon(1e-4));
  CHECK(players[0].weight_interval.low == doctest::Approx(1).epsilon(1e-4));
  for (std::size_t i = 1; i < 4; ++i) CHECK(players[i].rating_interval.high < 0);
  CHECK(stats::cycles_p(table) > 0.05);
  CHECK_FALSE(stats::strongest_cycle(table));
}

TEST_CASE("players who win or lose all do not look like a cycle") {
  stats::Draw draw(3);
  const PointTable table = played(4, 30, draw, [](std::size_t i, std::size_t j) { return i < j ? 1.0 : 0.0; });
  CHECK(stats::cycles_p(table) > 0.05);
}

TEST_CASE("the test for cycles finds one in few tables without") {
  CHECK(false_alarms(100) <= 0.1);
}

TEST_SUITE("long") {
  TEST_CASE("the test for cycles keeps its 5 % on 1,000 transitive tables" * doctest::skip()) {
    const double found = false_alarms(1000);
    CAPTURE(found);
    CHECK(found <= 0.065);
  }
}

TEST_CASE("few seeds tell no interval and no cycle, and players that never met are named") {
  stats::Draw draw(4);
  const PointTable few = played(3, 5, draw, rock_paper_scissors);
  CHECK(stats::cycles_p(few) == 1);
  CHECK(stats::nash_average(few)[0].weight_interval.high == std::numeric_limits<double>::infinity());
  CHECK_FALSE(few.strangers());
  PointTable open(3);
  open.add(1, 0, 1, 1);
  open.add(1, 2, 1, 0.5);
  CHECK(open.strangers() == std::pair<std::size_t, std::size_t>(0, 2));
}

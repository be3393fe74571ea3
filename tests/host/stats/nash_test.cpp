#include "host/stats/cycles.hpp"
#include "host/stats/draw.hpp"
#include "host/stats/plackett_luce.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using stats::Leads;

namespace {

constexpr double near = 2e-4;

void check_weights(const Leads& leads, const std::vector<double>& expected) {
  const std::vector<double> found = stats::nash_weights(leads);
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    CHECK(std::abs(found[i] - expected[i]) < near);
  }
}

Leads random_leads(std::size_t players, stats::Draw& draw) {
  Leads leads(players, std::vector<double>(players));
  for (std::size_t i = 0; i < players; ++i) {
    for (std::size_t j = 0; j < i; ++j) leads[j][i] = -(leads[i][j] = 2 * draw.fraction() - 1);
  }
  return leads;
}

/// Appends a copy of the first player, which draws with it.
Leads with_copy(const Leads& leads) {
  Leads more = leads;
  for (std::vector<double>& row : more) row.push_back(row.front());
  more.push_back(more.front());
  return more;
}

}  // namespace

TEST_CASE("rock, paper and scissors weigh a third each, of whatever size the leads are") {
  for (const double lead : {1e-3, 0.3, 1.0, 500.0}) {
    check_weights({{0, lead, -lead}, {-lead, 0, lead}, {lead, -lead, 0}}, {1.0 / 3, 1.0 / 3, 1.0 / 3});
  }
}

TEST_CASE("cycles of uneven leads have the weights that make all of them tie") {
  stats::Draw draw(6);
  for (int run = 0; run < 200; ++run) {
    const double a = 0.01 + draw.fraction();
    const double b = 0.01 + draw.fraction();
    const double c = 0.01 + draw.fraction();
    check_weights({{0, -c, a}, {c, 0, -b}, {-a, b, 0}}, {b / (a + b + c), a / (a + b + c), c / (a + b + c)});
  }
}

TEST_CASE("who beats all others has all the weight, also by a little") {
  check_weights({{0, 0.1, 0.5}, {-0.1, 0, 0.2}, {-0.5, -0.2, 0}}, {1, 0, 0});
  check_weights({{0, 0.01, 1}, {-0.01, 0, 1}, {-1, -1, 0}}, {1, 0, 0});
}

TEST_CASE("equal players weigh the same, and losers to all of them nothing") {
  check_weights({{0, 0}, {0, 0}}, {0.5, 0.5});
  check_weights({{0, 0, 1}, {0, 0, 1}, {-1, -1, 0}}, {0.5, 0.5, 0});
  check_weights({{0}}, {1});
}

TEST_CASE("no player leads over the mixture, and players in it tie with it, in random tables") {
  stats::Draw draw(3);
  for (std::size_t players = 2; players <= 12; ++players) {
    const Leads leads = random_leads(players, draw);
    const std::vector<double> weights = stats::nash_weights(leads);
    const std::vector<double> ratings = stats::nash_ratings(leads, weights);
    double sum = 0;
    for (std::size_t i = 0; i < players; ++i) {
      CHECK(ratings[i] < 1e-6);
      CHECK(weights[i] * std::abs(ratings[i]) < 1e-6);
      CHECK(weights[i] >= 0);
      sum += weights[i];
    }
    CHECK(sum == doctest::Approx(1));
  }
}

TEST_CASE("a copy of a player shares its weight and changes no weight and no rating of others") {
  stats::Draw draw(4);
  for (int run = 0; run < 30; ++run) {
    const Leads leads = random_leads(5, draw);
    const std::vector<double> before = stats::nash_weights(leads);
    const std::vector<double> after = stats::nash_weights(with_copy(leads));
    const std::vector<double> old_ratings = stats::nash_ratings(leads, before);
    const std::vector<double> ratings = stats::nash_ratings(with_copy(leads), after);
    CHECK(std::abs(after[0] - before[0] / 2) < near);
    CHECK(std::abs(after[5] - before[0] / 2) < near);
    for (std::size_t i = 1; i < 5; ++i) CHECK(std::abs(after[i] - before[i]) < near);
    for (std::size_t i = 0; i < 5; ++i) CHECK(std::abs(ratings[i] - old_ratings[i]) < near);
  }
}

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
    found += stats::cycles_p(table, 199) <= 0.05 ? 1 : 0;
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

using stats::Connection;

namespace {

/// Returns for each player its group, "r" for a reference, "+" if it is open above and "-" if below.
std::vector<std::string> told(std::size_t players, const std::vector<std::pair<std::size_t, std::size_t>>& ahead) {
  stats::Ahead matrix(players, stats::Ahead::value_type(players));
  for (const auto& [better, worse] : ahead) matrix[better][worse] = true;
  std::vector<std::string> all;
  for (const Connection& each : stats::connections(matrix, std::vector<bool>(matrix.size(), true))) {
    all.push_back(std::to_string(each.group) + (each.reference ? "r" : "") + (each.open_above ? "+" : "") +
                  (each.open_below ? "-" : ""));
  }
  return all;
}

using Told = std::vector<std::string>;

}  // namespace

TEST_CASE("results in both directions bound players, also through others; what is open is open to the reference") {
  // Bounded.
  CHECK(told(3, {{0, 1}, {1, 2}, {2, 0}}) == Told{"0r", "0r", "0r"});
  // An undefeated player is open above, a winless one below.
  CHECK(told(2, {{0, 1}}) == Told{"0r+", "0r-"});
  CHECK(told(4, {{1, 2}, {2, 1}, {0, 1}, {2, 3}}) == Told{"0+", "0r", "0r", "0-"});
  // Between players that are open, nothing is known.
  CHECK(told(3, {{0, 1}, {1, 2}}) == Told{"0r+", "0r+-", "0r-"});
  // Players that both beat the same one, and not each other, are open towards each other.
  CHECK(told(3, {{0, 2}, {1, 2}}) == Told{"0r+-", "0r+-", "0r-"});
  // The largest set is the reference, and what only beat its victims is unknown.
  CHECK(told(4, {{0, 1}, {1, 0}, {0, 2}, {3, 2}}) == Told{"0r", "0r", "0-", "0+-"});
  // Who never met is in another group, and the larger group is the first.
  CHECK(told(6, {{0, 1}, {1, 0}, {3, 4}, {4, 5}, {5, 3}}) == Told{"1r", "1r", "2r", "0r", "0r", "0r"});
}

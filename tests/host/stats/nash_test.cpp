#include "host/stats/nash.hpp"
#include "host/stats/draw.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
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

TEST_CASE("unequal leads of a cycle weigh each player by the lead between the other two") {
  // Leads: rock over scissors 1, scissors over paper 2, paper over rock 3.
  check_weights({{0, -3, 1}, {3, 0, -2}, {-1, 2, 0}}, {2.0 / 6, 1.0 / 6, 3.0 / 6});
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

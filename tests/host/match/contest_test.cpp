#include "host/match/contest.hpp"

#include <agon/game.h>
#include <doctest/doctest.h>

#include <vector>

TEST_CASE("a score counts as it is, unless the contest takes signed roots") {
  for (const std::int32_t contest :
       {AGON_CONTEST_MEAN, AGON_CONTEST_SUM, AGON_CONTEST_RELATIVE_SUM, AGON_CONTEST_RELATIVE_COST_SUM}) {
    CHECK(host::contest_score(contest, -9) == -9);
  }
  CHECK(host::contest_score(AGON_CONTEST_SIGNED_ROOT_SUM, 9) == 3);
  CHECK(host::contest_score(AGON_CONTEST_SIGNED_ROOT_SUM, -9) == -3);
  CHECK(host::contest_score(AGON_CONTEST_SIGNED_ROOT_SUM, 0) == 0);
}

TEST_CASE("many tests make a mean or a sum") {
  const std::vector<double> counts = {1, 2, 6};
  CHECK(host::combine(AGON_CONTEST_MEAN, counts) == 3);
  CHECK(host::combine(AGON_CONTEST_SUM, counts) == 9);
  CHECK(host::combine(AGON_CONTEST_SIGNED_ROOT_SUM, counts) == 9);
  CHECK(host::combine(AGON_CONTEST_RELATIVE_SUM, counts) == 9);
  CHECK(host::combine(AGON_CONTEST_RELATIVE_COST_SUM, counts) == 9);
}

TEST_CASE("no test at all makes 0") {
  CHECK(host::combine(AGON_CONTEST_MEAN, {}) == 0);
  CHECK(host::combine(AGON_CONTEST_SUM, {}) == 0);
}

TEST_CASE("each contest has a name of its own") {
  CHECK(host::contest_name(AGON_CONTEST_MEAN) == "mean");
  CHECK(host::contest_name(AGON_CONTEST_SUM) == "sum");
  CHECK(host::contest_name(AGON_CONTEST_SIGNED_ROOT_SUM) == "sum of signed roots");
  CHECK(host::contest_name(AGON_CONTEST_RELATIVE_SUM) == "sum (relative to the best)");
  CHECK(host::contest_name(AGON_CONTEST_RELATIVE_COST_SUM) == "sum (lowest cost relative to own)");
}

TEST_CASE("a cost counts the lowest one divided by itself, and the lowest counts 1 even if it is 0") {
  const auto relative = [](double cost, double lowest) {
    return host::relative_score(AGON_CONTEST_RELATIVE_COST_SUM, -cost, -lowest);
  };
  CHECK(relative(10, 10) == 1);
  CHECK(relative(40, 10) == 0.25);
  CHECK(relative(0, 0) == 1);
  CHECK(relative(3, 0) == 0);
  CHECK(host::relative_score(AGON_CONTEST_RELATIVE_COST_SUM, 5, 7) == 1);  // below 0 is no cost: as 0
}

#include "host/view/failure_list.hpp"

#include "host/view/again.hpp"

#include "tests/support/scripted_match.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using support::adds;
using support::fails;

const host::Game game = support::in_program(support::counting);

host::RunPlan plan() {
  host::RunPlan plan;
  plan.game = game;
  plan.given = {"--game", "counting", "--set", "note=it's late"};
  for (const char* const name : {"alpha", "beta"})
    plan.entrants.push_back({.file = {}, .options = {}, .identity = support::identity(name), .given = ""});
  plan.entrants[0].given = "./alpha.so,depth=3";
  plan.entrants[1].given = "beta";
  return plan;
}

/// A match whose second seat fails, if `failing`.
host::FinishedMatch match(std::uint64_t seed, bool failing) {
  const auto last = failing ? fails(AGON_OUTCOME_TIME, "too\nslow") : adds(1);
  return {.fixture = {.seed = seed, .seating = {1, 0}, .block = 0},
          .state = nullptr,
          .transcript = support::recorded(game, {seed, 2, support::counting_values("12")}, {adds(3), adds(9)}, {last}),
          .logs = {}};
}

}  // namespace

TEST_CASE("a run without failures has no list of them") {
  const host::RunPlan run = plan();
  host::FailureList failures(run, "host");
  CHECK(failures.add(match(1, false)) == 0);
  CHECK(failures.text() == "");
}

TEST_CASE("failures are listed with seed, strategy, seat and cause, and a command that plays the first one again") {
  const host::RunPlan run = plan();
  host::FailureList failures(run, "bin/host");
  CHECK(failures.add(match(1, false)) == 0);
  CHECK(failures.add(match(7, true)) == 1);
  CHECK(failures.add(match(12, true)) == 1);
  CHECK(failures.text() ==
        "seed  strategy  seat    failure\n"
        "   7  two       Second  time: too slow\n"
        "  12  two       Second  time: too slow\n"
        "The first one again: bin/host --game counting --set 'note=it'\\''s late' --plugin beta --plugin "
        "./alpha.so,depth=3 --seats listed --seed 7\n");
}

TEST_CASE("of many failures the first ten are listed, and all are counted") {
  const host::RunPlan run = plan();
  host::FailureList failures(run, "host");
  for (std::uint64_t seed = 1; seed <= 25; ++seed) failures.add(match(seed, true));
  const std::string text = failures.text();
  CHECK(std::count(text.begin(), text.end(), '\n') == 1 + 10 + 1 + 1);
  CHECK(text.find("and 15 more\n") != std::string::npos);
}

TEST_CASE("the command for a match of one seat names no seats") {
  CHECK(host::match_again(plan(), {.seed = 3, .seating = {1}, .block = 0}, "host") ==
        "host --game counting --set 'note=it'\\''s late' --plugin beta --seed 3");
}

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
  plan.game.description = game.description;
  plan.given = {"--game", "counting", "--set", "note=it's late"};
  for (const char* const name : {"alpha", "beta"})
    plan.participants.push_back({.file = {}, .options = {}, .identity = support::identity(name), .given = ""});
  plan.participants[0].given = "./alpha.so,depth=3";
  plan.participants[1].given = "beta";
  return plan;
}

/// A match whose second seat fails, if `failing`.
host::FinishedMatch match(std::uint64_t seed, bool failing) {
  const auto last = failing ? fails(AGON_OUTCOME_TIME, "too\nslow") : adds(1);
  host::FinishedMatch match;
  match.scheduled = {.seed = seed, .seating = {1, 0}, .block = 0};
  match.transcript = support::recorded(game, {seed, 2, support::counting_values("12")}, {adds(3), adds(9)}, {last});
  return match;
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

TEST_CASE("the command for a match tells the run's secret") {
  host::RunPlan run = plan();
  run.secret = "open sesame";
  CHECK(host::match_again(run, {.seed = 3, .seating = {1}, .block = 0}, "host").find(" --secret 'open sesame' ") !=
        std::string::npos);
}

TEST_CASE("the command that goes on with a comparison has its test, and its seeds with further ones") {
  host::RunPlan run = plan();
  const stats::Sprt test{.elo0 = -20, .elo1 = 5};
  const std::string head =
      "host compare --game counting --set 'note=it'\\''s late' --plugin ./alpha.so,depth=3 --against "
      "beta --sprt -20,5 --seeds ";
  const auto goes_on = [&](const std::string& text, const std::vector<std::uint64_t>& seeds, std::uint64_t count) {
    run.seeds.text = text;
    run.schedule = host::Schedule::tournament(host::Format::round_robin, host::Seatings::all, seeds, 2, 2);
    return host::comparison_on(run, count, test, "host");
  };
  CHECK(goes_on("11-13", {11, 12, 13}, 60) == head + "11-70");
  CHECK(goes_on("7,40", {7, 40}, 60) == head + "7,40,41-98");
  CHECK(goes_on("7,40", {7, 40}, 2) == head + "7,40");
  run.seeds.secret = run.secret = "secret of the key";
  CHECK(goes_on("random:3:0123abcd", {9, 2, 5}, 60) == head + "random:60:0123abcd");
  const stats::Sprt strict{.elo0 = -20, .elo1 = 5, .alpha = 0.01, .beta = 0.02};
  CHECK(host::comparison_on(run, 60, strict, "host") == head + "random:60:0123abcd --alpha 0.01 --beta 0.02");
}

TEST_CASE("the command for a new comparison takes seeds that were not played") {
  host::RunPlan run = plan();
  const std::string head = "host compare --game counting --set 'note=it'\\''s late' ";
  const std::string both = "--plugin ./alpha.so,depth=3 --against beta ";
  run.schedule = host::Schedule::tournament(host::Format::round_robin, host::Seatings::all, {7, 40, 3}, 2, 2);
  CHECK(host::comparison_again(run, 60, 0.05, "host") == head + both + "--seeds 41-100");
  CHECK(host::comparison_again(run, 60, 0.01, "host") == head + both + "--seeds 41-100 --alpha 0.01");
  run.secret = "mine";
  CHECK(host::comparison_again(run, 60, 0.05, "host") == head + "--secret mine " + both + "--seeds 41-100");
  // Other random seeds bring a secret of their own.
  run.seeds.secret = run.secret;
  CHECK(host::comparison_again(run, 60, 0.05, "host") == head + both + "--seeds random:60");
  run = plan();
  run.schedule = host::Schedule::tournament(host::Format::round_robin, host::Seatings::all, {UINT64_MAX - 59}, 2, 2);
  CHECK(host::comparison_again(run, 59, 0.05, "host") ==
        head + both + "--seeds 18446744073709551557-18446744073709551615");
  CHECK(host::comparison_again(run, 60, 0.05, "host") == head + both + "--seeds random:60");
}

TEST_CASE("a match that the game has failed is listed, too") {
  const host::RunPlan run = plan();
  host::FailureList failures(run, "host");
  host::FinishedMatch failed;
  failed.scheduled = {.seed = 9, .seating = {0, 1}, .block = 0};
  failed.fault = "the game counting, seed 9, crashed (SIGSEGV)";
  CHECK(failures.add(failed) == 1);
  CHECK(failures.text().find("   9  (the game)        the game counting, seed 9, crashed (SIGSEGV)\n") !=
        std::string::npos);
  CHECK(failures.text().find("--seed 9\n") != std::string::npos);
}

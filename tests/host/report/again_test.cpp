// Commands on a page: how they are broken, and made of what the database has.
#include "host/report/again.hpp"
#include "host/report/standings_report.hpp"
#include "host/util/text.hpp"
#include "tests/support/scripted_match.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace {

/// A match between strategies that the user has written so.
host::Result match_of(const host::Words& plugins) {
  host::Result match;
  match.run = 1;
  match.seed = 7;
  match.place = {12, 0, plugins, plugins};
  return match;
}

/// The command that plays the match of a run with these options again.
std::string again_of(const host::Result& match, const host::Words& options, const std::string& secret = "") {
  host::RunRecord run;
  run.options = options;
  run.secret = secret;
  return host::join(host::stored_match_again(match, run, "./agon"), " ");
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a command breaks before its options, not inside them") {
  const host::Words words = {"host", "play", "--game", "tonga", "--set", "-a b", "--quiet"};
  CHECK(host::shell_phrases(words) == host::Words{"host play", "--game tonga", "--set '-a b'", "--quiet"});
  CHECK(host::shell_line(words) == "host play --game tonga --set '-a b' --quiet");
}

TEST_CASE("a match is played again with the options, the secret and the strategies that its run had, in its seats") {
  CHECK(again_of(match_of({"random,name=chance", "./bots/greedy.so,depth=3"}),
                 {"--game", "tonga", "--set", "n=6", "--opening-plies", "4", "--fresh"}, "tiger's") ==
        "./agon --game tonga --set n=6 --opening-plies 4 --fresh --secret 'tiger'\\''s' --plugin random,name=chance "
        "--plugin ./bots/greedy.so,depth=3 --seats listed --seed 7 --record match-12-seed-7.jsonl --quiet && "
        "./agon replay match-12-seed-7.jsonl");
}

TEST_CASE("a match of one seat names no seats") {
  CHECK(again_of(match_of({"champion"}), {"--game", "linez"})
            .starts_with("./agon --game linez --plugin champion --seed 7 --record"));
}

TEST_CASE("a game that is a file is named for the replay, too, and no word of a run is read by a shell") {
  const std::string again =
      again_of(match_of({"run:python3 $(rm).py"}), {"--game", "./mygame.so", "--set", "n=$(rm x)"});
  CHECK(again.ends_with("./agon replay match-12-seed-7.jsonl --game ./mygame.so"));
  CHECK(says(again, "--set 'n=$(rm x)'"));
  CHECK(says(again, "--plugin 'run:python3 $(rm).py'"));
  CHECK(again_of(match_of({"greedy"}), {"--game"}).ends_with("./agon replay match-12-seed-7.jsonl"));
}

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
  const host::Transcript played =
      support::recorded(game, {seed, 2, support::counting_values("12")}, {adds(3), adds(9)}, {last});
  match.result.seats = played.result.seats;
  for (const host::SeatIdentity& player : played.seats) match.result.place.names.push_back(player.name);
  return match;
}

}  // namespace

TEST_CASE(
    "failures are counted by strategy, kind and cause, each with its first reason and the command that plays it "
    "again") {
  const host::RunPlan run = plan();
  host::FailureList failures(run, "bin/host");
  CHECK(failures.add(match(1, false)) == 0);
  CHECK(host::to_text(failures.report()) == "");
  CHECK(failures.report().json.at("failures").empty());
  CHECK(failures.add(match(7, true)) == 1);
  for (std::uint64_t seed = 12; seed <= 24; ++seed) failures.add(match(seed, true));
  host::FinishedMatch failed;
  failed.scheduled = {.seed = 9, .seating = {0, 1}, .block = 0};
  failed.result.fault = "the game counting, seed 9, crashed (SIGSEGV)";
  CHECK(failures.add(failed) == 1);
  const std::string again = "bin/host --game counting --set 'note=it'\\''s late' --plugin ";
  const std::string first = again + "beta --plugin ./alpha.so,depth=3 --seats listed --seed 7";
  const std::string other = again + "./alpha.so,depth=3 --plugin beta --seats listed --seed 9";
  const auto json = failures.report().json.at("failures");
  REQUIRE(json.size() == 2);
  CHECK(json[0] == nlohmann::ordered_json{{"strategy", "two"},
                                          {"kind", "time"},
                                          {"count", 14},
                                          {"seed", 7},
                                          {"reason", "too\nslow"},
                                          {"again", first}});
  CHECK(json[1].at("strategy") == "(the game)");
  CHECK(json[1].at("again") == other);
  const std::string text = host::to_text(failures.report());
  CHECK(text.find("two ") != std::string::npos);
  CHECK(text.find("too slow") != std::string::npos);
  CHECK(text.find(first + "\n") != std::string::npos);
}

TEST_CASE("the command for a match of one seat names no seats") {
  CHECK(host::match_again(plan(), {.seed = 3, .seating = {1}, .block = 0}, "host") ==
        "host --game counting --set 'note=it'\\''s late' --plugin beta --seed 3");
}

TEST_CASE("the command that goes on with a comparison has its test, and its seeds with further ones") {
  host::RunPlan run = plan();
  const stats::Sprt test{.elo0 = -20, .elo1 = 5};
  const std::string head =
      "host compare --game counting --set 'note=it'\\''s late' --plugin ./alpha.so,depth=3 --against "
      "beta --sprt -20,5 --seeds ";
  const auto goes_on = [&](const std::string& text, const std::vector<std::uint64_t>& seeds, std::uint64_t count) {
    run.seeds.text = text;
    run.schedule = host::Schedule::tournament(host::round_robin(2, 2), host::Seatings::all, seeds, 2);
    return host::comparison_on(run, count, test, "host");
  };
  CHECK(goes_on("11-13", {11, 12, 13}, 60) == head + "11-70");
  CHECK(goes_on("7,40", {7, 40}, 60) == head + "7,40,41-98");
  CHECK(goes_on("7,40", {7, 40}, 2) == head + "7,40");
  run.seeds.secret = run.secret = "secret of the key";
  CHECK(goes_on("random:3:0123abcd", {9, 2, 5}, 60) == head + "random:60:0123abcd");
  const stats::Sprt strict{.elo0 = -20, .elo1 = 5, .alpha = 0.01, .beta = 0.01};
  CHECK(host::comparison_on(run, 60, strict, "host") == head + "random:60:0123abcd --alpha 0.01");
}

TEST_CASE("the command for a new comparison takes seeds that were not played") {
  host::RunPlan run = plan();
  const std::string head = "host compare --game counting --set 'note=it'\\''s late' ";
  const std::string both = "--plugin ./alpha.so,depth=3 --against beta ";
  run.schedule = host::Schedule::tournament(host::round_robin(2, 2), host::Seatings::all, {7, 40, 3}, 2);
  CHECK(host::comparison_again(run, 60, 0.05, "host") == head + both + "--seeds 41-100");
  CHECK(host::comparison_again(run, 60, 0.01, "host") == head + both + "--seeds 41-100 --alpha 0.01");
  run.secret = "mine";
  CHECK(host::comparison_again(run, 60, 0.05, "host") == head + "--secret mine " + both + "--seeds 41-100");
  // Other random seeds bring a secret of their own.
  run.seeds.secret = run.secret;
  CHECK(host::comparison_again(run, 60, 0.05, "host") == head + both + "--seeds random:60");
  run = plan();
  run.schedule = host::Schedule::tournament(host::round_robin(2, 2), host::Seatings::all, {UINT64_MAX - 59}, 2);
  CHECK(host::comparison_again(run, 59, 0.05, "host") ==
        head + both + "--seeds 18446744073709551557-18446744073709551615");
  CHECK(host::comparison_again(run, 60, 0.05, "host") == head + both + "--seeds random:60");
}

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

host::MatchReference match_of(const std::vector<std::string>& names) {
  const auto conditions = std::make_shared<host::Conditions>();
  conditions->game = "tonga";
  conditions->parameters = {{"n", "6"}};
  host::MatchReference match{1, 12, 7, conditions, {}};
  for (const std::string& name : names) match.seats.push_back({name, name, "1.0.0", "abc", {{"depth", "3"}}});
  return match;
}

/// The words of a line, of which some may be in single quotes.
host::Words words_of(const std::string& line) {
  host::Words words;
  bool quoted = false;
  bool inside = false;
  for (const char c : line) {
    const bool ends = c == ' ' && !quoted;
    if (c == '\'') quoted = !quoted;
    if (!ends && !inside) words.emplace_back();
    if (!ends && c != '\'') words.back() += c;
    inside = !ends;
  }
  return words;
}

/// The command that plays the match of a run with this command line again.
std::string again_of(const host::MatchReference& match, const std::string& run, const std::string& program = "host") {
  return host::join(host::stored_match_again(match, words_of(run), program), " ");
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

TEST_CASE("a match is played again with the game, parameters, limits and strategies of its run, in its seats") {
  const std::string run =
      "host tournament --game tonga --set n=6 --plugin ./bots/greedy.so,depth=3 --plugin=random,name=chance "
      "--opening-plies 4 --openings=o.txt --threads 2 --increment 0.1 --turn-time=0.5 --time 2 --seeds 1-9 --jobs 4 "
      "--db x.db --game-wall 5 --game-memory 512 --fresh";
  CHECK(again_of(match_of({"chance", "greedy"}), run, "./agon") ==
        "./agon --game tonga --set n=6 --openings o.txt --opening-plies 4 --time 2 --turn-time 0.5 --increment 0.1 "
        "--game-wall 5 --game-memory 512 --threads 2 --fresh --plugin "
        "random,name=chance --plugin ./bots/greedy.so,depth=3 "
        "--seats listed --seed 7 --record match-12-seed-7.jsonl --quiet && ./agon replay match-12-seed-7.jsonl");
}

TEST_CASE("a run with random seeds gives its matches' secret") {
  const std::string run = "host tournament --game tonga --plugin greedy --plugin random --seeds random:9:";
  const std::string again = again_of(match_of({"greedy", "random"}), run + "00112233445566778899aabbccddeeff");
  CHECK(says(again, " --secret "));
  CHECK_FALSE(says(again, "00112233445566778899aabbccddeeff"));
  CHECK(says(again_of(match_of({"greedy", "random"}), run + "nonsense"), "--seed 7"));
}

TEST_CASE("a strategy that the command line does not name is written with its options, and a lost command with all") {
  const std::string run = "host --game tonga --plugin greedy --seeds 1-2";
  CHECK(says(again_of(match_of({"server", "greedy"}), run), "--plugin server,depth=3 --plugin greedy --seats"));
  CHECK(
      again_of(match_of({"server"}), "").starts_with("host --game tonga --set n=6 --plugin server,depth=3 --seed 7 "));
}

TEST_CASE("a file's strategy may have any id, which its run tells, and nothing is guessed") {
  CHECK(says(again_of(match_of({"champion", "random"}),
                      "host --game tonga --plugin build/mybot.so,name=champion --plugin random"),
             "--plugin build/mybot.so,name=champion --plugin random --seats"));
  for (const char* const plugin : {"build/mybot.so", "'run:python3 champion.py'"})
    CHECK(again_of(match_of({"champion", "random"}),
                   std::string("host --game tonga --plugin ") + plugin + " --plugin random")
              .empty());
  CHECK(again_of(match_of({"mybot", "mybot"}), "host compare --game tonga --plugin new/mybot.so --against old/mybot.so")
            .empty());
}

TEST_CASE("of two seats with one strategy, each is written with its own options") {
  host::MatchReference match = match_of({"uct", "uct"});
  match.seats[0].options = {{"depth", "1"}};
  CHECK(says(again_of(match, "host --game tonga --plugin uct,depth=3 --plugin uct"),
             "--plugin uct,depth=1 --plugin uct,depth=3 --seats"));
  CHECK(says(again_of(match, "host --game tonga --plugin uct,depth=1 --plugin uct,depth=1"),
             "--plugin uct,depth=1 --plugin uct,depth=1 --seats"));
}

TEST_CASE("programs are found by their files' names, and files of one name by the names that distinguished them") {
  const std::string run =
      "host tournament --game tonga --plugin ./bots/\u0431\u043e\u0442.py --plugin 'run:python3 \"my bots/bot-1.2.py\" "
      "5,name=bot-1.2' "
      "--plugin anna/bot.py,name=anna/bot --plugin jan.so";
  CHECK(says(
      again_of(match_of({"bot-1.2", "\u0431\u043e\u0442"}), run),
      "--plugin 'run:python3 \"my bots/bot-1.2.py\" 5,name=bot-1.2' --plugin './bots/\u0431\u043e\u0442.py' --seats"));
  CHECK(
      says(again_of(match_of({"anna/bot", "jan"}), run), "--plugin anna/bot.py,name=anna/bot --plugin jan.so --seats"));
}

TEST_CASE("a game that is a file is named for the replay, too, and no word of a command line runs in a shell") {
  const std::string again = again_of(match_of({"greedy"}), "host --game ./mygame.so --set 'n=$(rm x)' --plugin greedy");
  CHECK(again.ends_with("host replay match-12-seed-7.jsonl --game ./mygame.so"));
  CHECK(says(again, "--set 'n=$(rm x)'"));
  CHECK(says(again_of(match_of({"greedy"}), "host --game $(rm) --plugin greedy"), "--game '$(rm)'"));
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
  match.transcript = support::recorded(game, {seed, 2, support::counting_values("12")}, {adds(3), adds(9)}, {last});
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
  failed.fault = "the game counting, seed 9, crashed (SIGSEGV)";
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
  const stats::Sprt strict{.elo0 = -20, .elo1 = 5, .alpha = 0.01, .beta = 0.02};
  CHECK(host::comparison_on(run, 60, strict, "host") == head + "random:60:0123abcd --alpha 0.01 --beta 0.02");
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

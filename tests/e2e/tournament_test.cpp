// Runs of many matches from the outside: tournaments, several jobs, one seat for several strategies.
#include "tests/e2e/golden.hpp"
#include "tests/e2e/host.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

using e2e::host;
using Json = support::Json;
using Words = std::vector<std::string>;

Words tournament(const Words& more) {
  Words words = {"tournament", "--game",   "tonga",  "--set",    "n=6",   "--plugin",
                 "greedy",     "--plugin", "random", "--plugin", "server"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<Json> lines(const std::string& text) {
  std::vector<Json> found;
  for (const std::string& line : support::lines_of(text)) found.push_back(support::parse_json(line));
  return found;
}

}  // namespace

TEST_CASE("a round robin has everybody play everybody in both seats") {
  const support::Result result = run(host(tournament({"--seeds", "1-2", "--json"})));
  REQUIRE(result.code == 0);
  auto played = lines(result.out);
  REQUIRE(played.size() == 2 * 6 + 1);
  const Json summary = played.back().at("run");
  played.pop_back();
  std::set<std::string> pairings;
  std::map<std::string, double> sums;
  for (const Json& match : played) {
    const auto& seats = match.at("seats");
    pairings.insert(support::to_text(match.at("setup").at("seed")) + seats[0].at("strategy").get<std::string>() + "-" +
                    seats[1].at("strategy").get<std::string>());
    for (std::size_t seat = 0; seat < 2; ++seat)
      sums[seats[seat].at("strategy")] += match.at("result").at("scores")[seat].get<double>();
  }
  CHECK(pairings.size() == 12);
  CHECK(summary.at("strategies").size() == 3);
  for (const Json& row : summary.at("strategies")) {
    CHECK(row.at("matches") == 8);
    CHECK(row.at("mean_score").get<double>() == doctest::Approx(sums.at(row.at("name")) / 8));
  }
}

TEST_CASE("a gauntlet has the first one play each other one") {
  const support::Result result =
      run(host(tournament({"--format", "gauntlet", "--seatings", "one", "--seeds", "1-3", "--json"})));
  REQUIRE(result.code == 0);
  const auto played = lines(result.out);
  REQUIRE(played.size() == 3 * 2 + 1);
  const Json& rows = played.back().at("run").at("strategies");
  CHECK(rows[0].at("matches") == 6);
  CHECK(rows[1].at("matches") == 3);
}

TEST_CASE("how many matches are played at a time changes nothing but the time") {
  std::string alone;
  for (const char* const jobs : {"1", "2", "5"}) {
    const support::Result result = run(host(tournament({"--seeds", "1-10", "--json", "--jobs", jobs})));
    REQUIRE(result.code == 0);
    const std::string text = e2e::normalised_json(result.out);
    if (alone.empty()) alone = text;
    CHECK(text == alone);
  }
}

TEST_CASE("a strategy that fails in a run costs its own matches, and the table counts them") {
  Words words = tournament({"--seeds", "1-3", "--json"});
  words.insert(words.end(), {"--plugin", e2e::fixture_folder / "failing.so:fails"});
  const support::Result result = run(host(words));
  REQUIRE(result.code == 0);
  const Json rows = lines(result.out).back().at("run").at("strategies");
  CHECK(rows[3].at("failures") == rows[3].at("matches"));
  CHECK(rows[0].at("failures") == 0);
}

TEST_CASE("failures are listed after the table, with the command that plays the first of them again") {
  Words words = tournament({"--seeds", "5-8", "--no-db", "--plugin", e2e::fixture_folder / "failing.so:fails"});
  const support::Result result = run(host(words));
  REQUIRE(result.code == 0);
  CHECK(result.out.find("\nand 14 more\n") != std::string::npos);  // 4 seeds, 3 others, both seats: 24
  const std::string label = "The first one again: ";
  const std::string command = support::lines_of(result.out).back();
  REQUIRE(command.starts_with(label));
  const support::Result again = support::run({.words = {"bash", "-c", command.substr(label.size()) + " --json"}});
  REQUIRE(again.code == 0);
  const Json match = support::parse_json(again.out);
  CHECK(match.at("setup").at("seed") == 5);
  CHECK(support::to_text(match.at("result").at("outcomes")).find("the opening book is closed") != std::string::npos);
  words.emplace_back("--quiet");
  CHECK(run(host(words)).out.find(label) == std::string::npos);
}

TEST_CASE("the table of a tournament has the best first, then each against each other") {
  const support::Result result = run(host(tournament({"--seeds", "1-3", "--quiet", "--no-db"})));
  REQUIRE(result.code == 0);
  const auto shown = support::lines_of(result.out);
  REQUIRE(shown.size() == 4 + 1 + 5);
  CHECK(shown[0] == "strategy  matches  mean score  contest  per match  wins  ties  losses  cpu s");
  CHECK(shown[1].starts_with("server "));
  CHECK(shown[3].starts_with("random "));
  CHECK(shown[5].starts_with("Points against each other"));
  CHECK(shown[7].starts_with("1  server    -"));
  for (const std::string& line : shown) CHECK(line.size() <= 80);

  Words words = tournament({"--seeds", "1-3", "--json", "--no-db"});
  const Json summary = lines(run(host(words)).out).back().at("run");
  CHECK(summary.at("strategies")[2].at("name") == "server");
  CHECK(summary.at("strategies")[2].at("rank") == 1);
  REQUIRE(summary.at("head_to_head").size() == 3);
  const Json& first = summary.at("head_to_head")[0];
  CHECK(first.at("name") == "server");
  CHECK(first.at("wins").get<int>() + first.at("ties").get<int>() + first.at("losses").get<int>() == 6);
}

TEST_CASE("--by has results for each value of a parameter that the seeds have drawn") {
  const Words words = {"tournament", "--game", "tonga", "--plugin", "greedy", "--plugin",
                       "random",     "--by",   "n",     "--seeds",  "1-12",   "--no-db"};
  Words json = words;
  json.emplace_back("--json");
  auto played = lines(run(host(json)).out);
  const Json by = played.back().at("run").at("by");
  played.pop_back();
  std::map<std::string, int> matches;
  std::map<std::string, double> greedy;
  for (const Json& match : played) {
    const std::string value = support::to_text(match.at("setup").at("parameters").at("n"));
    const std::size_t seat = match.at("seats")[0].at("strategy") == "greedy" ? 0 : 1;
    ++matches[value];
    greedy[value] += match.at("result").at("scores")[seat].get<double>();
  }
  CHECK(by.at("parameter") == "n");
  REQUIRE(by.at("groups").size() == matches.size());
  REQUIRE(matches.size() > 2);
  for (const Json& group : by.at("groups")) {
    const std::string value = group.at("values");
    CHECK(group.at("matches") == matches.at(value));
    for (const Json& row : group.at("strategies")) {
      CHECK(row.at("matches") == matches.at(value));
      const double sign = row.at("name") == "greedy" ? 1 : -1;  // what one wins the other one loses
      CHECK(row.at("mean_score").get<double>() == doctest::Approx(sign * greedy.at(value) / matches.at(value)));
    }
  }
  const std::string text = run(host(words)).out;
  CHECK(text.find("\nBy n\n n  strategy  matches") != std::string::npos);
}

TEST_CASE("a strategy that plays itself has a row for each seat") {
  const support::Result result = run(host({"--game", "tonga", "--set", "n=6", "--plugin", "greedy", "--plugin",
                                           "greedy", "--seeds", "1-4", "--quiet", "--no-db"}));
  REQUIRE(result.code == 0);
  CHECK(result.out.find("\ngreedy (Black)        4 ") != std::string::npos);
  CHECK(result.out.find("\ngreedy (White)        4 ") != std::string::npos);
}

TEST_CASE("a tournament among too few, or among the same, is refused") {
  const auto refused = [](const Words& plugins, const std::string& why) {
    Words words = {"tournament", "--game", "tonga"};
    for (const std::string& plugin : plugins) words.insert(words.end(), {"--plugin", plugin});
    const support::Result result = run(host(words));
    CHECK(result.code == 2);
    CHECK(result.out == "");
    CAPTURE(result.err);
    CHECK(result.err.find(why) != std::string::npos);
  };
  refused({}, "two strategies or more");
  refused({"random"}, "two strategies or more");
  refused({"random", "greedy", "random,name=again"}, "takes part twice");
  refused({"server", "server,perimeter=edges"}, "two strategies are called server");
}

TEST_CASE("an option of a run that can't be is refused with what it takes") {
  const auto refused = [](const Words& more, const std::string& why) {
    const support::Result result = run(host(tournament(more)));
    CHECK(result.code == 2);
    CAPTURE(result.err);
    CHECK(result.err.find(why) != std::string::npos);
  };
  refused({"--format", "knockout"}, "--format knockout: it takes round-robin | gauntlet");
  refused({"--seatings", "some"}, "--seatings some: it takes all | rotate | one");
  refused({"--by", "m", "--seeds", "1-2"}, "--by: tonga has no parameter 'm' (did you mean 'n'?); it has n");
  refused({"--jobs", "0"}, "--jobs 0: it takes the number of matches at a time");
  refused({"--jobs", "many"}, "--jobs");
  refused({"--jobs", "2", "--pin", "0"}, "one core serves one match");
  refused({"--pin", "moon"}, "--pin moon: it takes auto | off");
}

TEST_CASE("whatever signal ends a run, no part of a record is left beside it") {
  for (const std::vector<int>& signals : {std::vector<int>{SIGTERM, SIGTERM}, {SIGHUP, SIGINT}, {SIGTERM}}) {
    const support::TemporaryFolder folder;
    support::Process process(
        host(tournament({"--seeds", "1-1000000", "--record", "all.jsonl", "--no-db"}), folder.path()));
    REQUIRE(process.read_until([](const std::string& out) { return out.find("seed 3") != std::string::npos; }));
    for (const int signal : signals) process.signal(signal);
    CHECK(process.wait().code == 130);
    CHECK(support::names_in(folder.path()) == Words{"all.jsonl"});
    CHECK(support::content(folder.path() / "all.jsonl").ends_with("}\n"));
  }
}

TEST_CASE("an interruption ends a run of several jobs after the matches that are being played") {
  support::Process process(host(tournament({"--seeds", "1-1000000", "--jobs", "2"})));
  REQUIRE(process.read_until([](const std::string& out) { return out.find("seed 3") != std::string::npos; }));
  process.signal(SIGINT);
  const support::Result result = process.wait();
  CHECK(result.code == 130);
  CHECK(result.err.find("interrupted after") != std::string::npos);
  CHECK(result.out.find("strategy  matches") != std::string::npos);
}

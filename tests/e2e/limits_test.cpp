// Limits of one strategy: time odds, and memory for the one that needs it.
#include "tests/e2e/host.hpp"

#include <algorithm>
#include <string>

using namespace e2e;

namespace {

constexpr const char* late_greedy = "greedy,name=late,time=0.000001";

/// The record of a match of a strategy that is out of time at once and one that is not.
Json recorded_match(const TemporaryFolder& folder, const Words& more) {
  const Words words = with(
      tonga({"--plugin", late_greedy, "--plugin", "greedy", "--seats", "listed", "--record", "m.jsonl", "--quiet"}),
      more);
  const Result result = folder.done(words);
  return parse_json(content(folder.path() / "m.jsonl"));
}

Result played_tournament(const TemporaryFolder& folder, const std::string& first, const Words& more = {}) {
  const Words words = with({"tournament", "--game", "tonga", "--set", "n=6", "--plugin", first, "--plugin", "random",
                            "--db", "x.db", "--seeds", "1-2"},
                           more);
  Result result = folder.run(words);
  REQUIRE_MESSAGE(result.code == 0, result.err);
  return result;
}

}  // namespace

TEST_CASE("a strategy's own limit of time is in force for it alone, at every level of isolation") {
  const TemporaryFolder folder;
  for (const std::string isolation : {"sandbox", "process", "none"}) {
    CAPTURE(isolation);
    const Json match = recorded_match(folder, {"--isolation", isolation});
    CHECK(match.at("result").at("outcomes").at(0).at("kind") == "time");
    CHECK(match.at("result").at("outcomes").at(1).at("kind") == "ok");
    CHECK(match.at("seats").at(0).at("options").at("limit.time") == "1e-06");
    CHECK(!match.at("seats").at(1).at("options").contains("limit.time"));
  }
}

TEST_CASE("a strategy's own limit stays with it where a recorded match goes on") {
  const TemporaryFolder folder;
  static_cast<void>(recorded_match(folder, {}));
  const Result result = folder.done({"--from", "m.jsonl", "--after", "0", "--record", "again.jsonl", "--quiet"});
  const Json match = parse_json(content(folder.path() / "again.jsonl"));
  CHECK(match.at("result").at("outcomes").at(0).at("kind") == "time");
  CHECK(match.at("seats").at(0).at("options").at("limit.time") == "1e-06");
}

TEST_CASE("a match under other limits of a strategy is another match, and tables name the limits") {
  const TemporaryFolder folder;
  played_tournament(folder, "greedy,time=2");
  CHECK(has(played_tournament(folder, "greedy,limit.time=2.0").out, "4 of 4 matches were played before"));
  CHECK(!has(played_tournament(folder, "greedy,time=3").out, "played before"));
  CHECK(!has(played_tournament(folder, "greedy").out, "played before"));
  const Result standings = folder.run({"standings", "--db", "x.db", "--run", "all"});
  CHECK_MESSAGE(has(standings.out, "greedy limit.time=3"), standings.out, standings.err);
}

TEST_CASE("the command that plays a failed match again has the limits of the strategy") {
  const TemporaryFolder folder;
  const Result result = played_tournament(folder, late_greedy);
  CHECK_MESSAGE(has(result.out, std::string("--plugin ") + late_greedy), result.out);
}

TEST_CASE("a limit that is too small to be one is refused, and is not taken for none") {
  for (const std::string option : {"--time", "--turn-time", "--increment", "--wall", "--game-wall"}) {
    check_usage_refused({"--game", "tonga", "--plugin", "random", option, "1e-300"},
                        option + " 1e-300: it takes seconds, from 1e-06 to 1000000000, or 0 for no limit");
  }
  check_usage_refused({"--game", "tonga", "--plugin", "random", "--memory", "1e-300"},
                      "--memory 1e-300: it takes MiB, from 1 to 16777216, or 0 for no limit");
  check_usage_refused({"--game", "tonga", "--plugin", "random", "--game-memory", "1e-300"}, "--game-memory 1e-300: ");
  check_usage_refused({"validate", "random", "--time", "1e-300"}, "--time 1e-300: it takes seconds, from 1e-06");
}

TEST_CASE("a limit that can't be is refused with one sentence that names the strategy") {
  const auto says = [&](const Words& given, const std::string& words) {
    check_refusal(run(host(with({"--game", "tonga", "--quiet", "--plugin", "random", "--plugin"}, given))), usage,
                  {"host: strategy greedy", words});
  };
  says({"greedy,time=soon"}, "'s limit time=soon: it takes a number");
  says({"greedy,wall=-1"}, "'s limit wall -1: it takes seconds, from 1e-06 to 1000000000, or 0 for no limit");
  says({"greedy,time=1e-300"}, "'s limit time 1e-300: it takes seconds, from 1e-06 to 1000000000, or 0 for no limit");
  says({"greedy,limit.turn-time=5e-324"}, "'s limit turn-time 5e-324: it takes seconds, from 1e-06");
  says({"greedy,memory=0.001"}, "'s limit memory 0.001: it takes MiB, from 1 to 16777216, or 0 for no limit");
  says({"greedy,threads=0"}, "'s limit threads 0: it takes the number of threads");
  says({"greedy,time=1,limit.time=2"}, "'s limit time is given twice");
  says({"greedy,limit.tim=1"}, "there is no limit 'tim' (did you mean 'time'?)");
  says({"greedy,increment=1,time=0"}, "'s limit increment 1 needs a limit of CPU time");
  says({"greedy,memory=64", "--isolation", "none"}, "'s limit memory needs workers");
}

TEST_CASE("the strategies for any game keep to a short time in a long match") {
  const TemporaryFolder folder;
  Words words = {built_folder / "host", "tournament", "--game", "chess"};
  words = with(words, {"--plugin", "mcts", "--plugin", "alphabeta", "--time", "1", "--opening-plies", "4", "--seeds",
                       "1-3", "--no-db", "--quiet", "--record", "m.jsonl"});
  done({.words = words, .folder = folder.path()});
  std::size_t longest = 0;
  for (const Json& match : objects(content(folder.path() / "m.jsonl"))) {
    longest = std::max(longest, match.at("actions").size());
    for (const Json& outcome : match.at("result").at("outcomes")) CHECK(outcome.at("kind") == "ok");
  }
  CHECK(longest > 40);
}

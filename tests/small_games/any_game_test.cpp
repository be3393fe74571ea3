// Strategies with the protocol "*", which play any game: here one that plays Kuhn poker alone, and one that plays none.
#include "tests/e2e/host.hpp"
#include "tests/small_games/looks.hpp"

#include "tests/support/checked_json.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

namespace {

using Words = std::vector<std::string>;
using support::has;
using support::Json;

#ifndef AGON_SANITIZED
/// Of the seeds 1 to 100, those on which mcts gets more than montecarlo with as many simulations a turn.
int seeds_ahead(const std::string& game, const std::string& simulations) {
  const std::string shipped = AGON_SHIPPED_PLUGINS;
  const std::string effort = ",simulations=" + simulations;
  const std::string out = small_games::host_output(
      {"compare", "--game", game, "--plugin", shipped + "/any/mcts.so" + effort, "--against",
       shipped + "/any/montecarlo.so" + effort, "--seeds", "1-100", "--time", "600", "--json", "--no-db"});
  return support::parse_json(out).at("wins").get<int>();
}
#endif

}  // namespace

TEST_CASE("a strategy for any game is listed once, and told of with the games that it can play") {
  CHECK(has(small_games::host_output({"list"}), "*/passer"));
  for (const std::string game : {"kuhn", "sealed", "tonga"}) {
    CAPTURE(game);
    const std::string told = small_games::host_output({"info", game});
    CHECK(has(told, "passer 1.0.0: always passes (plays any game)") == (game == "kuhn"));
    CHECK_FALSE(has(told, "refuser 1.0.0"));
  }
}

TEST_CASE("a strategy for any game is found by name and by path, and plays alike at every level of isolation") {
  std::set<std::string> results;
  for (const std::string name : {"passer", "*/passer", "kuhn/passer", AGON_SMALL_GAMES "/any/anyone.so:passer"}) {
    for (const char* const level : {"sandbox", "process", "none"}) {
      CAPTURE(name);
      CAPTURE(level);
      const std::string out =
          small_games::host_output({"--game", "kuhn", "--plugin", name, "--plugin", "random", "--seats", "listed",
                                    "--isolation", level, "--json", "--no-db"});
      const Json match = support::parse_json(out);
      CHECK(match.at("seats").at(0).at("strategy") == "passer");
      CHECK(match.at("result").at("outcomes").at(0).at("kind") == "ok");
      results.insert(support::normalised_json(out));
    }
  }
  CHECK(results.size() == 1);
}

TEST_CASE(
    "a strategy that can't play a game ends the run before its first match, and says why, at every level of "
    "isolation") {
  for (const char* const level : {"sandbox", "process", "none"}) {
    CAPTURE(level);
    const auto reason = [&](const std::string& game, const std::string& name) {
      const support::Result refused =
          small_games::run_host({"--game", game, "--plugin", name, "--plugin", "random", "--seats", "listed",
                                 "--isolation", level, "--json", "--no-db"});
      CHECK(refused.code == 2);
      const std::string before = "strategy " + name + ": ";
      const std::size_t begin = refused.err.find(before);
      REQUIRE(begin != std::string::npos);
      return refused.err.substr(begin + before.size(), refused.err.find('\n', begin) - begin - before.size());
    };
    CHECK(reason("kuhn", "refuser") == "kuhn has no model");
    CHECK(reason("sealed", "refuser") == "sealed has no model");
    CHECK(reason("sealed", "passer") == "it plays kuhn/1, and not sealed/1");
    CHECK(reason("tonga", "passer") == "it plays kuhn/1, and not tonga/1");
  }
}

TEST_CASE("a strategy of the game's own comes before one of that name for any game") {
  const std::string own = small_games::host_output(
      {"--game", "kuhn", "--plugin", "random", "--plugin", "passer", "--json", "--no-db", "--seats", "listed"});
  CHECK(support::parse_json(own).at("seats").at(0).at("strategy") == "random");
  const support::Result none =
      small_games::run_host({"--game", "kuhn", "--plugin", "*/random", "--plugin", "passer", "--no-db"});
  CHECK(none.code == 2);
  CHECK(has(none.err, "no strategy called '*/random'"));
}

#ifndef AGON_SANITIZED
TEST_CASE("mcts is stronger than montecarlo with as many simulations where moves are hidden") {
  CHECK(seeds_ahead("goof", "1000") >= 65);
}

TEST_SUITE("long") {
  TEST_CASE("mcts is stronger than montecarlo with as many simulations where something is drawn" * doctest::skip()) {
    CHECK(seeds_ahead(AGON_SHIPPED_PLUGINS "/linez/linez.so", "30") >= 65);
    CHECK(seeds_ahead(AGON_SHIPPED_PLUGINS "/chesspuzzle/chesspuzzle.so", "100") >= 65);
  }
}

TEST_CASE("a strategy for any game is checked in the game that --game names") {
  const std::string library = AGON_SMALL_GAMES "/any/anyone.so";
  const auto checks = [&](const Words& more) {
    Words words = {"validate", library, "--json", "--seed", "1"};
    words.insert(words.end(), more.begin(), more.end());
    const support::Result result = small_games::run_host(words);
    INFO(result.out);
    CHECK(result.code == 0);
    return support::parse_json(result.out);
  };
  std::size_t ok = 0;
  std::size_t refused = 0;
  const Json in_kuhn = checks({"--game", "kuhn"});
  for (const Json& check : in_kuhn.at("checks")) {
    const bool of_refuser = check.at("subject") == "strategy refuser";
    if (check.at("subject") == "strategy passer") {
      INFO(check.at("text").get<std::string>());
      CHECK(check.at("result") == "ok");
      ++ok;
    }
    if (of_refuser) refused += has(check.at("text"), "it does not play kuhn: kuhn has no model") ? 1 : 0;
  }
  constexpr std::size_t each = 5;  // checks of a strategy
  CHECK(ok == each);
  CHECK(refused == each);
  std::size_t unchecked = 0;
  const Json in_none = checks({});
  for (const Json& check : in_none.at("checks"))
    unchecked += has(check.at("text"), "not checked: it plays any game: name one with --game") ? 1 : 0;
  CHECK(unchecked >= 8);  // all but those of options, for strategies without any
}
#endif

TEST_CASE("in a game without a champion, blame's reference is mcts") {
  const support::TemporaryFolder folder;
  const auto host = [&](const Words& words) {
    support::Command command = e2e::host(words, folder.path());
    command.environment["AGON_GAME_PATH"] = AGON_SMALL_GAMES ":" AGON_SHIPPED_PLUGINS;
    const support::Result result = support::run(command);
    INFO(result.err);
    REQUIRE(result.code == 0);
    return result.out;
  };
  host({"--game", "four", "--plugin", "*/random", "--plugin", "*/mcts,simulations=100", "--seats", "listed", "--quiet",
        "--record", "m.jsonl"});
  const Json judged = support::parse_json(
      host({"blame", "m.jsonl", "--seat", "0", "--turn", "2", "--seconds", "5", "--quiet", "--json"}));
  CHECK(judged.at("reference") == "mcts");
}

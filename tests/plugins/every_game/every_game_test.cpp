// Matches of every game that ships and of each of its strategies, by the built host. What a plugin owes any host is
// checked by validate/shipped. A new game is found by itself.
#include "tests/support/built_host.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/files.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

using support::Json;
using support::run_host;
using Words = std::vector<std::string>;

/// What `host info` tells of each game.
const std::vector<Json>& games() {
  static const std::vector<Json> all = [] {
    std::vector<Json> found;
    const Json listed = support::parse_json(run_host({"list", "--json"}));
    for (const Json& game : listed.at("games"))
      found.push_back(support::parse_json(run_host({"info", game.at("id"), "--json"})));
    return found;
  }();
  return all;
}

/// The records of matches with that player in all seats; each is played to its end without a failure, and replays.
std::vector<Json> recorded(const Json& game, const std::string& player, std::uint64_t seeds) {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() / "matches.jsonl";
  Words words = {"--game",  game.at("id"), "--seeds",  "1-" + std::to_string(seeds),
                 "--no-db", "--quiet",     "--record", file};
  for (int seat = 0; seat < game.at("max_seats"); ++seat) words.insert(words.end(), {"--plugin", player});
  run_host(words);
  std::vector<Json> matches = support::objects(support::content(file));
  for (const Json& match : matches) {
    for (const Json& outcome : match.at("result").at("outcomes")) CHECK(outcome == Json{{"kind", "ok"}});
  }
  CHECK(matches.size() == seeds);
  run_host({"replay", file, "--quiet"});
  return matches;
}

void check_quick_matches(std::uint64_t matches) {
  for (const Json& game : games()) {
    CAPTURE(support::to_text(game.at("id")));
    recorded(game, "random", matches);
  }
}

/// Returns the option that bounds a strategy's effort in place of the clock, with the least effort; "" if there is
/// none.
std::string bounded(const Json& strategy) {
  for (const Json& option : strategy.at("options")) {
    const std::string name = option.at("name");
    if (name == "simulations" || name == "width" || name == "nodes") return "," + name + "=1";
  }
  return "";
}

}  // namespace

TEST_CASE("quick matches of each game end, are recorded, and replay as recorded") {
  REQUIRE(games().size() >= 7);
  check_quick_matches(support::repetitions(50));
}

TEST_CASE("every strategy plays without failing; with its effort bounded, it plays a seed the same again") {
  constexpr std::array<std::string_view, 5> blind = {"random", "greedy", "warnsdorff", "sampler", "triomino"};
  for (const Json& game : games()) {
    for (const Json& strategy : game.at("strategies")) {
      if (strategy.at("any") == true) continue;  // those for any game have tests of their own
      const std::string id = strategy.at("id");
      const std::string bound = bounded(strategy);
      CAPTURE(support::to_text(game.at("id")));
      CAPTURE(id);
      const std::vector<Json> matches = recorded(game, id + bound, 2);
      if (!bound.empty()) CHECK(recorded(game, id + bound, 1).front().at("actions") == matches.front().at("actions"));
      // Those that look ahead report what they expect.
      const bool reports = std::ranges::any_of(
          matches, [](const Json& match) { return !match.at("usage").value("evaluations", Json::array()).empty(); });
      CHECK(reports == (std::ranges::find(blind, id) == blind.end()));
    }
  }
}

TEST_CASE("each strategy is stronger than a simpler one, most of them with very little effort") {
  if (support::sanitized) return;  // some play by the clock
  struct Row {
    const char* game;
    const char* set;
    const char* one;
    const char* other;
    const char* seeds;
    double factor;  // of the other's mean score; with `more`, the one has at least that
    double more;
  };
  const Row rows[] = {
      {"chess", "chess960=no", "champion,nodes=1500", "random", "1-2", 0, 1},
      {"chesspuzzle", "depth=2", "champion,width=4", "greedy", "1-6", 1, .05},
      {"go", "size=7", "champion,simulations=100", "random", "1-2", 0, 1},
      {"linez", "drop=3", "champion,simulations=0", "greedy", "1-10", 1, 1},
      {"linez", "drop=3", "greedy", "random", "1-4", 20, 250},
      {"polyomino", "penalty=0", "sampler", "triomino", "1-6", 3.6, 0},
      {"polyomino", "penalty=0,width=60,height=60,covered=0", "champion", "sampler", "1-8", 1, 1},
      {"polyomino", "penalty=0,width=70,height=60", "champion", "sampler", "1-8", 1.02, 0},
      {"tonga", "n=8", "champion,simulations=300", "greedy", "1", 0, 100},
      {"tonga", "n=8", "uct,simulations=300", "greedy", "1", 0, 100},
  };
  for (const Row& row : rows) {
    CAPTURE(row.game);
    CAPTURE(row.one);
    const Json result =
        support::parse_json(run_host({"compare", "--game", row.game, "--set", row.set, "--plugin", row.one, "--against",
                                      row.other, "--seeds", row.seeds, "--no-db", "--json"}));
    CHECK(result.at("new").at("mean_score") >= row.factor * result.at("old").at("mean_score").get<double>() + row.more);
    CHECK(result.at("new").at("failures") == 0);
  }
}

TEST_SUITE("long") {
  TEST_CASE("a thousand quick matches of each game end, are recorded, and replay as recorded" * doctest::skip()) {
    check_quick_matches(1000);
  }
}

// The same matches at every level of isolation: where a strategy runs must not show in what is recorded.
#include "tests/e2e/golden.hpp"
#include "tests/e2e/host.hpp"

using namespace e2e;

namespace {

const fs::path plugins = built_folder / "plugins";

/// The games that ship.
Words games() {
  Words found;
  for (const std::string& name : names_in(plugins)) {
    if (fs::exists(plugins / name / (name + ".so"))) found.push_back(name);
  }
  return found;
}

Words strategies(const std::string& game) {
  Words found;
  for (const std::string& name : names_in(plugins / game)) {
    const fs::path file = name;
    if (file.extension() == ".so" && file.stem() != game) found.push_back(file.stem());
  }
  return found;
}

/// Some matches of one strategy: alone, or against the game's usual opponent.
Words some_matches(const std::string& game, const std::string& strategy) {
  // The clock must not decide what is played.
  std::string named = strategy;
  if (strategy == "champion" && game == "linez") named += ",simulations=0";
  if (strategy == "champion" && game == "tonga") named += ",simulations=3";
  if (strategy == "champion" && game == "chesspuzzle") named += ",width=1";
  if (strategy == "champion" && game == "chess") named += ",nodes=300";
  if (strategy == "champion" && game == "go") named += ",simulations=20";
  if (strategy == "uct") named += ",simulations=3";
  Words words = {"--game", game, "--plugin", named, "--seeds", "1-3"};
  if (game == "polyomino") words.insert(words.end(), {"--set", "penalty=0"});  // else time is a part of the score
  return words;
}

/// Their transcripts, but for times and memory.
std::string recorded(Words words, const Words& how) {
  const TemporaryFolder folder;
  words.insert(words.begin(), built_folder / "host");
  words.insert(words.end(), {"--record", "matches.json", "--quiet"});
  words.insert(words.end(), how.begin(), how.end());
  const Result result = run({.words = words, .folder = folder.path()});
  CHECK(result.err == "");
  CHECK(result.code == 0);
  return normalised_json(content(folder.path() / "matches.json"));
}

void check_levels(const std::string& game, const std::string& strategy) {
  CAPTURE(game);
  CAPTURE(strategy);
  const Words matches = some_matches(game, strategy);
  const std::string in_process = recorded(matches, {"--isolation", "none"});
  CHECK(lines_of(in_process).size() == 3);
  CHECK(!has(in_process, R"("forfeit")"));
  for (const Words& how :
       std::vector<Words>{{"--isolation", "process"}, {"--isolation", "sandbox"}, {"--fresh"}, {"--pin", "off"}}) {
    CAPTURE(how);
    const bool same = recorded(matches, how) == in_process;
    CHECK(same);
  }
}

}  // namespace

TEST_CASE("the same matches give the same transcripts at all levels of isolation, for all games") {
  REQUIRE(games().size() >= 5);
  for (const std::string& id : games()) check_levels(id, "random");
}

TEST_SUITE("slow" * doctest::skip()) {
  TEST_CASE("the same matches give the same transcripts at all levels of isolation, for all strategies") {
    for (const std::string& id : games()) {
      const Words all = strategies(id);
      CHECK(all.size() >= 2);
      for (const std::string& strategy : all) check_levels(id, strategy);
    }
  }
}

#ifndef AGON_SANITIZED
TEST_CASE("a strategy that keeps a count in a global variable plays the same matches with any number of jobs") {
  const Words matches = {"--game",   "tonga",  "--set",   "n=6",  "--plugin", (fixture_folder / "counting.so").string(),
                         "--plugin", "random", "--seeds", "1-40", "--seats",  "rotate"};
  const std::string one = recorded(matches, {"--jobs", "1"});
  CHECK(lines_of(one).size() == 40);
  CHECK(!has(one, R"("forfeit")"));
  for (const Words& how : std::vector<Words>{{"--jobs", "3"}, {"--jobs", "1", "--fresh"}, {"--isolation", "process"}}) {
    CAPTURE(how);
    const bool same = recorded(matches, how) == one;
    CHECK(same);
  }
}
#endif

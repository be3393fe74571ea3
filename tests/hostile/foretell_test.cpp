// A strategy that knows all sources can't foretell what a seed hides.
#include "tests/hostile/arena.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using hostile::Arena;
using hostile::Ending;

/// How the strategy that tries to learn the seed came out of each match. `options` of it begin with a comma.
std::vector<Ending> endings(const Arena& arena, const std::string& options, const std::vector<std::string>& seeds) {
  std::vector<std::string> words = {"--game", "linez",  "--plugin", arena.plugins + "/foretell.so" + options,
                                    "--json", "--no-db"};
  words.insert(words.end(), seeds.begin(), seeds.end());
  const support::Result result = arena.play(words);
  CAPTURE(result.err);
  REQUIRE(result.code == 0);
  std::vector<Ending> found;
  for (const auto& match : hostile::matches_of(result)) found.push_back(match.seats.at(0));
  return found;
}

bool has_foretold(const Ending& ending) {
  return ending.kind == "error" && ending.reason.find("the attack succeeded") != std::string::npos;
}

}  // namespace

TEST_CASE("who learns a match's seed foretells every drop") {
  const Arena arena;
  for (const std::string seed : {"7", "9876543210987654321"}) {
    CAPTURE(seed);
    const auto played = endings(arena, ",match_seed=" + seed, {"--seed", seed});
    REQUIRE(played.size() == 1);
    CHECK(has_foretold(played.front()));
  }
}

TEST_CASE("small seeds are found by trying them against the start position, random ones are not") {
  const Arena arena;
  const std::string tries = ",try_starts=20000";
  for (const Ending& ending : endings(arena, tries, {"--seeds", "1,2,19999"})) CHECK(has_foretold(ending));
  for (const Ending& ending : endings(arena, tries, {"--seeds", "random:3"})) {
    CAPTURE(ending.reason);
    CHECK(ending.kind == "ok");
  }
}

TEST_CASE("a strategy can't get from its own seed to the match's, whether that is small or large") {
  const Arena arena;
  for (const std::string seeds : {"1-10", "1000000,9876543210987654321,18446744073709551615"}) {
    CAPTURE(seeds);
    for (const Ending& ending : endings(arena, "", {"--seeds", seeds})) {
      CAPTURE(ending.reason);
      CHECK(ending.kind == "ok");
    }
  }
}

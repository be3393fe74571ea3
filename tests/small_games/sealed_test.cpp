// Sealed bids: nobody sees the others' bids before all have bid.
#include "tests/small_games/looks.hpp"

#include "tests/support/checked_json.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>
#include <sealed/sealed.h>
#include <agon/random.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace {

using small_games::act;
using small_games::look;

constexpr std::int32_t seats = 3;

/// Two matches that have gone alike, up to the beginning of a round drawn at random.
struct Pair {
  explicit Pair(std::uint64_t seed) : random(seed) {
    for (std::uint64_t rounds = random.below(SEALED_ROUNDS); rounds > 0; --rounds) {
      for (std::int32_t seat = 0; seat < seats; ++seat) both(std::to_string(random.below(4)));
    }
  }
  void both(const std::string& bid) const {
    act(*one, bid);
    act(*other, bid);
  }
  agon::Random random;
  std::unique_ptr<host::GameState> one = small_games::match("sealed", seats, 7);
  std::unique_ptr<host::GameState> other = small_games::match("sealed", seats, 7);
};

}  // namespace

TEST_CASE("a bid changes nothing that anybody else sees, and neither does its size, before all have bid") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Pair pair(seed);
    for (std::int32_t bidder = 0; bidder + 1 < seats; ++bidder) {
      act(*pair.one, "1");
      act(*pair.other, "2");
      for (std::int32_t seat = AGON_SPECTATOR; seat < seats; ++seat) {
        CAPTURE(seat);
        const bool knows = seat == AGON_ALL_SEATS || (seat >= 0 && seat <= bidder);  // its own bid differs
        CHECK((look(*pair.one, seat, true) != look(*pair.other, seat, true)) == knows);
      }
    }
  }
}

TEST_CASE("a seat sees its own bid and none of the others before all have bid") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Pair pair(seed);
    pair.both("2");
    act(*pair.one, "0");
    act(*pair.other, "1");
    CHECK(look(*pair.one, 0, true) == look(*pair.other, 0, true));  // seat 0 sees its own 2, the same in both
    CHECK(look(*pair.one, 1, true) != look(*pair.other, 1, true));
    CHECK(look(*pair.one, 2, true) == look(*pair.other, 2, true));
    CHECK(pair.one->position(0).ends_with(" bids 2 ? -"));
    CHECK(pair.one->position(2).ends_with(" bids ? ? -"));
    CHECK(pair.one->position(AGON_SPECTATOR).ends_with(" bids ? ? -"));
    CHECK(pair.one->position().ends_with(" bids 2 0 -"));
  }
}

TEST_CASE("when all have bid, everybody sees all bids") {
  const Pair pair(3);
  act(*pair.one, "1");
  act(*pair.other, "2");
  pair.both("0");
  pair.both("0");
  for (std::int32_t seat = AGON_SPECTATOR; seat < seats; ++seat) {
    CHECK(pair.one->revealed(seat) == "bids 1 0 0");
    CHECK(pair.other->revealed(seat) == "bids 2 0 0");
  }
  for (std::int32_t seat = 0; seat < seats; ++seat)
    CHECK(small_games::observation(*pair.one, seat) != small_games::observation(*pair.other, seat));
}

TEST_CASE("a seat that forfeits withdraws its bid, which nobody learns, and the others' round ends without it") {
  const Pair pair(0);
  act(*pair.one, "1");
  act(*pair.other, "2");
  for (host::GameState* const state : {pair.one.get(), pair.other.get()}) {
    state->forfeit(0, AGON_OUTCOME_TIME, "out of time");
    act(*state, "0");
    act(*state, "1");
    CHECK(state->revealed(AGON_SPECTATOR) == "bids - 0 1");
  }
  for (std::int32_t seat = AGON_SPECTATOR; seat < seats; ++seat)
    CHECK(look(*pair.one, seat, true) == look(*pair.other, seat, true));
}

TEST_CASE("sealed bids are played by two to four strategies through the host, recorded and replayed") {
  for (int count = 2; count <= 4; ++count) {
    const support::TemporaryFolder folder;
    std::vector<std::string> words = {"--game",   "sealed",  "--seeds", "1-20",
                                      "--record", "matches", "--no-db", "--quiet"};
    for (int seat = 0; seat < count; ++seat) words.insert(words.end(), {"--plugin", "random"});
    small_games::host_output(words, folder.path());
    small_games::host_output({"replay", "matches", "--quiet"}, folder.path());
    for (const support::Json& match : support::objects(support::content(folder.path() / "matches"))) {
      REQUIRE(match.at("actions").size() == static_cast<std::size_t>(count * SEALED_ROUNDS));
      for (std::size_t at = 0; at < match.at("actions").size(); ++at) {
        const bool last = static_cast<int>(at) % count == count - 1;
        CHECK(match.at("actions").at(at).contains("reveals") == last);
      }
    }
  }
}

TEST_CASE("openings work where moves are simultaneous or information is hidden") {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() / "matches";
  for (const std::string game : {"kuhn", "sealed"}) {
    for (const std::string plies : {"1", "2"}) {
      CAPTURE(game);
      small_games::host_output({"--game", game, "--plugin", "random", "--plugin", "random,name=other", "--seeds", "1-4",
                                "--opening-plies", plies, "--record", file, "--no-db"});
      for (const support::Json& match : support::objects(support::content(file))) {
        CHECK(match.at("setup").at("opening").at("plies") == std::stoi(plies));
        CHECK(match.at("result").at("outcomes").at(0).at("kind") == "ok");
      }
      small_games::host_output({"replay", file, "--quiet"});
    }
  }
}

#ifndef AGON_SANITIZED
TEST_CASE("the small games and their strategies pass every check of a plugin") {
  for (const char* const library : {"sealed/sealed.so", "sealed/random.so", "kuhn/kuhn.so", "kuhn/random.so",
                                    "kuhn/equilibrium.so", "goof/goof.so", "four/four.so"}) {
    CAPTURE(library);
    small_games::host_output({"validate", std::string(AGON_SMALL_GAMES) + "/" + library, "--quiet", "--seed", "1"});
  }
}
#endif

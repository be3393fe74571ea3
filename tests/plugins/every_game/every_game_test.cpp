#include "host/match/replay.hpp"
#include "host/seat/in_process.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/effort.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// A game that ships, and its strategies.
struct Shipped {
  host::Game game;
  std::vector<host::StrategyFile> strategies;
};

/// All strategies of the game's own protocol. Those for any game have tests of their own.
std::vector<host::StrategyFile> strategies(const host::Catalogue& catalogue, const host::Game& game) {
  std::vector<host::StrategyFile> all;
  for (const std::string& id : catalogue.strategy_ids(game.description.protocol)) {
    host::StrategyFile found = catalogue.strategy(id, game.description);
    if (found.description.protocol == game.description.protocol) all.push_back(std::move(found));
  }
  return all;
}

/// Returns whether an option bounds a strategy's effort in place of the clock.
bool bounds(const std::string& option) {
  return option == "simulations" || option == "width" || option == "nodes";
}

/// The strategy in process, with its options at their defaults, but for those that bound its effort in place of the
/// clock.
std::unique_ptr<host::Seat> seat_of(const host::StrategyFile& strategy) {
  std::vector<std::string> options;
  for (const host::SettingDescription& option : strategy.description.options)
    options.push_back(bounds(option.name) ? "1" : *option.fallback);
  return host::open_in_process(strategy, std::move(options), [] { return false; });
}

const std::vector<Shipped>& shipped() {
  static const std::vector<Shipped> all = [] {
    const host::Catalogue catalogue({AGON_TEST_PLUGINS});
    std::vector<Shipped> found;
    for (const std::string& id : catalogue.game_ids()) {
      host::Game game = catalogue.game(id);
      auto players = strategies(catalogue, game);
      found.push_back({std::move(game), std::move(players)});
    }
    return found;
  }();
  return all;
}

/// The quickest of a game's strategies, for many matches: "random", else the first.
const host::StrategyFile& quick(const Shipped& shipped) {
  for (const host::StrategyFile& strategy : shipped.strategies) {
    if (strategy.description.id == "random" || strategy.description.id == "triomino") return strategy;
  }
  return shipped.strategies.front();
}

using Opener = std::function<std::unique_ptr<host::Seat>(std::int32_t seat)>;

/// Seats for a match, kept open for many.
struct Table {
  Table(const Shipped& shipped, const Opener& open) : game(shipped.game) {
    for (std::uint32_t seat = 0; seat < game.description.max_seats; ++seat) {
      seats.push_back(open(static_cast<std::int32_t>(seat)));
    }
    for (const auto& seat : seats) pointers.push_back(seat.get());
  }

  [[nodiscard]] host::Setup setup(std::uint64_t seed) const {
    host::Setup made{seed, static_cast<std::int32_t>(seats.size()), {}};
    for (const host::SettingDescription& parameter : game.description.parameters)
      made.parameters.push_back(parameter.fallback);
    return made;
  }

  host::MatchResult play(host::GameState& state, const std::vector<host::Spectator*>& spectators) {
    return host::play_match(state, pointers, game.description.limits, spectators);
  }

  const host::Game& game;
  std::vector<std::unique_ptr<host::Seat>> seats;
  std::vector<host::Seat*> pointers;
};

std::vector<host::SeatIdentity> identities(std::size_t seats) {
  return std::vector<host::SeatIdentity>(seats, {"anyone", "anyone", "1.0.0", std::string(64, '0'), {}});
}

/// Plays `matches` matches and checks each, its transcript's way through JSON, and its replay.
void play_many(const Shipped& shipped, std::uint64_t matches, const Opener& open) {
  CAPTURE(shipped.game.description.id);
  Table table(shipped, open);
  for (std::uint64_t seed = 1; seed <= matches; ++seed) {
    CAPTURE(seed);
    host::GameState state(shipped.game, table.setup(seed));
    host::Recorder recorder(identities(table.seats.size()));
    host::MatchResult result = table.play(state, {&recorder});
    for (const host::SeatResult& seat : result.seats) REQUIRE(seat.outcome.reason == "");
    const host::Transcript transcript = recorder.finish(state, std::move(result));
    REQUIRE(!transcript.events.empty());
    const std::string line = host::to_line(transcript, shipped.game.description);
    const host::Transcript read = host::parse_transcript(line, "the transcript");
    host::GameState again(shipped.game, host::setup_of(read, shipped.game, "the transcript"));
    const auto difference = host::replay(read, again, {});
    REQUIRE_MESSAGE(!difference, difference->what);
  }
}

void check_quick_matches(std::uint64_t matches) {
  for (const Shipped& each : shipped()) {
    play_many(each, matches, [&](std::int32_t) { return seat_of(quick(each)); });
  }
}

void check_strategies(std::uint64_t matches) {
  for (const Shipped& each : shipped()) {
    for (const host::StrategyFile& strategy : each.strategies) {
      CAPTURE(strategy.description.id);
      play_many(each, matches, [&](std::int32_t) { return seat_of(strategy); });
    }
  }
}

}  // namespace

TEST_CASE("games and strategies are found for the checks below") {
  REQUIRE(!shipped().empty());
  for (const Shipped& each : shipped()) CHECK(!each.strategies.empty());
}

TEST_CASE("quick matches of each game end, can be written down, read and replayed") {
  check_quick_matches(support::repetitions(50));
}

TEST_CASE("every strategy plays whole matches of its game without failing") {
  check_strategies(support::repetitions(2));
}

TEST_CASE("every strategy of a game that looks ahead reports what it expects") {
  constexpr std::array<std::string_view, 5> blind = {"random", "greedy", "warnsdorff", "sampler", "triomino"};
  for (const Shipped& each : shipped()) {
    for (const auto& strategy : each.strategies) {
      CAPTURE(each.game.description.id);
      CAPTURE(strategy.description.id);
      if (std::ranges::find(blind, strategy.description.id) != blind.end()) continue;
      std::size_t reports = 0;
      for (std::uint64_t seed = 1; reports == 0 && seed <= 4; ++seed) {
        Table table(each, [&](std::int32_t) { return seat_of(strategy); });
        host::GameState state(each.game, table.setup(seed));
        host::Recorder recorder(identities(table.seats.size()));
        host::MatchResult result = table.play(state, {&recorder});
        reports = recorder.finish(state, std::move(result)).usage.evaluations.size();
      }
      CHECK(reports > 0);
    }
  }
}

// The same with more matches.
TEST_SUITE("slow") {
  TEST_CASE("every strategy plays ten whole matches of its game without failing" * doctest::skip()) {
    check_strategies(support::repetitions(10));
  }
}

TEST_SUITE("long") {
  TEST_CASE("a thousand quick matches of each game end, can be written down, read and replayed" * doctest::skip()) {
    check_quick_matches(support::repetitions(1000));
  }
}

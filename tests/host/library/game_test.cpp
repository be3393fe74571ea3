// Games as libagon finds them.
#include "host/library/game.hpp"
#include "host/library/table.hpp"
#include "tests/host/library/found.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using host::GivenLimits;

std::string spelled(const std::string& option) {
  return "<" + option + ">";
}

agon_limits limits(const GivenLimits& given) {
  host::GameDescription game;
  game.limits.cpu_ns = 7;
  game.limits.increment_ns = 2;
  game.limits.memory_bytes = 5;
  return host::limits_for(game, given, spelled);
}

}  // namespace

TEST_CASE("a game is found by its id and by the path of its library, and each name gives one object") {
  const auto by_id = found::game("tonga");
  CHECK(by_id == found::game("tonga"));
  const auto by_path = found::game(by_id->library->build().path().string());
  CHECK(by_path->description.id == "tonga");
  CHECK(by_path->description.version == by_id->description.version);
  const auto all = host::library::all_games();
  CHECK(std::find(all.begin(), all.end(), "tonga") != all.end());
}

TEST_CASE("strategies for a game come before those for any game, and each is listed once") {
  const auto game = found::game("tonga");
  const auto all = host::library::strategies_for(*game);
  const auto is_own = [&](const host::StrategyDescription& each) { return each.protocol == "tonga/1"; };
  CHECK(std::is_partitioned(all.begin(), all.end(), is_own));
  CHECK(std::count_if(all.begin(), all.end(), [](const auto& each) { return each.id == "greedy"; }) == 1);
  CHECK(host::library::find_strategy(*game, "greedy").file.description.protocol == "tonga/1");
}

TEST_CASE("a strategy that does not exist, and a person, are refused") {
  const auto game = found::game("tonga");
  CHECK(support::refusal([&] { return host::library::find_strategy(*game, "gredy"); }).says("did you mean 'greedy'"));
  CHECK(support::refusal([&] { return host::library::find_strategy(*game, "human"); }).says("only at a terminal"));
}

TEST_CASE("limits that are not given are the game's, and others are in seconds and MiB") {
  CHECK(limits({}).cpu_ns == 7);
  CHECK(limits({}).increment_ns == 2);
  CHECK(limits({}).memory_bytes == 5);
  CHECK(limits({.time = 2.5}).cpu_ns == 2'500'000'000);
  CHECK(limits({.turn_time = 0.25}).turn_cpu_ns == 250'000'000);
  CHECK(limits({.increment = 1}).increment_ns == 1'000'000'000);
  CHECK(limits({.memory = 64}).memory_bytes == 64 << 20);
  CHECK(limits({.wall = 9}).wall_ns == 9'000'000'000);
  CHECK(limits({.wall = 0}).wall_ns == 0);
  CHECK(limits({.time = 2}).wall_ns >= 10'000'000'000);
  CHECK(limits({.threads = 3}).threads == 3);
  CHECK(limits({.time = 0}).increment_ns == 0);
}

// Matches between strategies and functions, and records of earlier ones.

namespace {

using host::library::Table;

Table::Options small() {
  return {.parameters = {{"n", "6"}}};
}

}  // namespace

TEST_CASE("new processes for each match change no result") {
  const auto game = found::game("tonga");
  Table::Options fresh = small();
  fresh.fresh = true;
  Table once(game, {"random", "greedy"}, fresh);
  Table again(game, {"random", "greedy"}, small());
  for (const std::uint64_t seed : {1U, 2U})
    CHECK(host::match_digest(once.play(seed), game->description) ==
          host::match_digest(again.play(seed), game->description));
}

TEST_CASE("strategies of one name are told apart by the folders of their files") {
  const auto game = found::game("tonga");
  const support::TemporaryFolder folder;
  const std::string strategy = host::library::find_strategy(*game, "random").file.build->path().string();
  const std::string anna = folder.copy(strategy, "anna/random.so");
  const std::string gus = folder.copy(strategy, "gus/random.so");
  const host::Transcript played = Table(game, {anna, gus}, small()).play(1);
  CHECK(played.seats[0].name == "anna/random");
  CHECK(played.seats[1].name == "gus/random");
}

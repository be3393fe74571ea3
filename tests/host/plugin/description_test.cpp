// What a library may say of itself, and each way in which its tables can break the ABI.
#include "host/plugin/description.hpp"

#include "tests/support/counting.hpp"
#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>
#include <agon/strategy.hpp>

#include <limits>
#include <vector>

namespace {

using support::counting;

class Idle final : public agon::FixedStrategy<int, int> {
 public:
  static constexpr const char* protocol = "counting/1";
  int decide(const int& /*observation*/) override { return 0; }
};

constexpr agon_strategy_type idle = agon::strategy_type<Idle>({.id = "idle", .summary = "does nothing"});

host::PluginDescription describe(const std::vector<agon_game_type>& games,
                                 const std::vector<agon_strategy_type>& strategies) {
  std::vector<const agon_game_type*> game_table;
  std::vector<const agon_strategy_type*> strategy_table;
  for (const auto& game : games) game_table.push_back(&game);
  for (const auto& strategy : strategies) strategy_table.push_back(&strategy);
  return host::describe({AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, "name", "1.0.0",
                         static_cast<std::uint32_t>(games.size()), static_cast<std::uint32_t>(strategies.size()),
                         game_table.data(), strategy_table.data()});
}

void refused(const std::vector<agon_game_type>& games, const std::vector<agon_strategy_type>& strategies,
             const std::string& why) {
  const auto refusal = support::refusal([&] { describe(games, strategies); });
  CHECK(refusal.code == host::Exit::plugin);
  CHECK_MESSAGE(refusal.says(why), refusal.text);
}

/// A game with one change.
template <class Change>
void refused_game(const std::string& why, Change&& change) {
  agon_game_type game = counting;
  change(game);
  refused({game}, {}, why);
}

template <class Change>
void refused_strategy(const std::string& why, Change&& change) {
  agon_strategy_type strategy = idle;
  change(strategy);
  refused({}, {strategy}, why);
}

/// A strategy with this option.
void refused_option(const agon_setting_type& option, const std::string& why) {
  refused_strategy(why, [&](agon_strategy_type& strategy) {
    strategy.options = &option;
    strategy.option_count = 1;
  });
}

}  // namespace

TEST_CASE("a sound library is described as it is") {
  const host::PluginDescription plugin = describe({counting}, {idle});
  REQUIRE(plugin.games.size() == 1);
  const host::GameDescription& game = plugin.games[0];
  CHECK(game.id == "counting");
  CHECK(game.title == "Counting");
  CHECK(game.seat_names == std::vector<std::string>{"First", "Second", "Third"});
  CHECK_FALSE(game.opponent);
  REQUIRE(game.parameters.size() == 5);
  CHECK_FALSE(game.parameters[0].fallback);
  CHECK(game.parameters[3].choices == std::vector<std::string>{"fair", "strict"});
  REQUIRE(plugin.strategies.size() == 1);
  CHECK(plugin.strategies[0].protocol == "counting/1");
}

TEST_CASE("what a library leaves out is filled in") {
  agon_game_type game = counting;
  game.title = game.summary = game.rules = nullptr;
  game.seat_names = nullptr;
  const auto described = describe({game}, {}).games.at(0);
  CHECK(described.title == "counting");
  CHECK(described.seat_names == std::vector<std::string>{"seat 0", "seat 1", "seat 2"});
  const auto empty = host::describe({1, 0, nullptr, nullptr, 0, 0, nullptr, nullptr});
  CHECK(empty.name.empty());
}

TEST_CASE("a game's limits are described as they are, and a game that says nothing of threads has one") {
  agon_game_type game = counting;
  game.limits =
      agon::Limits{.cpu_ns = 1, .turn_cpu_ns = 2, .increment_ns = 3, .wall_ns = 4, .memory_bytes = 5, .threads = 0};
  agon_limits limits = describe({game}, {}).games.at(0).limits;
  CHECK(limits.cpu_ns == 1);
  CHECK(limits.turn_cpu_ns == 2);
  CHECK(limits.increment_ns == 3);
  CHECK(limits.wall_ns == 4);
  CHECK(limits.memory_bytes == 5);
  CHECK(limits.threads == 1);
  game.limits.threads = 8;
  CHECK(describe({game}, {}).games.at(0).limits.threads == 8);
}

TEST_CASE("limits that make no sense are refused") {
  const auto refused_limits = [](const std::string& why, const agon_limits& limits) {
    refused_game("game 'counting' " + why, [&](agon_game_type& game) { game.limits = limits; });
  };
  refused_limits("has a negative limit: cpu_ns is -1", agon::Limits{.cpu_ns = -1});
  refused_limits("has a negative limit: turn_cpu_ns is -2", agon::Limits{.turn_cpu_ns = -2});
  refused_limits("has a negative limit: increment_ns is -3", agon::Limits{.cpu_ns = 1, .increment_ns = -3});
  refused_limits("has a negative limit: wall_ns is -4", agon::Limits{.wall_ns = -4});
  refused_limits("has a negative limit: memory_bytes is -5", agon::Limits{.memory_bytes = -5});
  refused_limits("has the limit increment_ns, but no cpu_ns that it could be added to",
                 agon::Limits{.increment_ns = 1});
  refused_limits("allows 1025 threads: the most are 1024", agon::Limits{.threads = 1025});
}

TEST_CASE("tables that are missing, or have missing entries, are refused") {
  const auto refusal = [](const agon_plugin_type& plugin) {
    return support::refusal([&] { host::describe(plugin); }).text;
  };
  const agon_game_type* const no_game = nullptr;
  const agon_strategy_type* const no_strategy = nullptr;
  CHECK(refusal({1, 0, "", "", 1, 0, nullptr, nullptr}) == "the table of games is missing");
  CHECK(refusal({1, 0, "", "", 0, 1, nullptr, nullptr}) == "the table of strategies is missing");
  CHECK(refusal({1, 0, "", "", 1, 0, &no_game, nullptr}) == "an entry of the table of games is missing");
  CHECK(refusal({1, 0, "", "", 0, 1, nullptr, &no_strategy}) == "an entry of the table of strategies is missing");
}

TEST_CASE("ids that can't be typed are refused") {
  for (const char* const id : {"", "Upper", "1st", "_x", "a-b", "a b", "caf\xC3\xA9", "a/b"}) {
    CAPTURE(id);
    refused_game("a game's id", [&](agon_game_type& game) { game.id = id; });
    refused_strategy("a strategy's id", [&](agon_strategy_type& strategy) { strategy.id = id; });
  }
  refused_game("a game's id is missing", [](agon_game_type& game) { game.id = nullptr; });
  agon_strategy_type fine = idle;
  fine.id = "a1_b2";
  CHECK(describe({}, {fine}).strategies[0].id == "a1_b2");
}

TEST_CASE("a version or a protocol that is missing is refused by its name") {
  refused_game("game 'counting': its version is missing", [](agon_game_type& game) { game.version = nullptr; });
  refused_game("game 'counting': its protocol is missing", [](agon_game_type& game) { game.protocol = ""; });
  refused_strategy("strategy 'idle': its version is missing", [](agon_strategy_type& type) { type.version = ""; });
  refused_strategy("strategy 'idle': its protocol is missing",
                   [](agon_strategy_type& type) { type.protocol = nullptr; });
}

TEST_CASE("every function of a game and of a strategy is needed") {
  const auto games_need = [](auto... functions) {
    (refused_game("game 'counting' lacks a function", [&](agon_game_type& game) { game.*functions = nullptr; }), ...);
  };
  using Game = agon_game_type;
  games_need(&Game::create, &Game::destroy, &Game::parameter, &Game::to_move, &Game::observe, &Game::act,
             &Game::forfeit, &Game::score, &Game::extension);
  const auto strategies_need = [](auto... functions) {
    (refused_strategy("strategy 'idle' lacks a function", [&](agon_strategy_type& type) { type.*functions = nullptr; }),
     ...);
  };
  using Strategy = agon_strategy_type;
  strategies_need(&Strategy::create, &Strategy::destroy, &Strategy::turn, &Strategy::extension);
}

TEST_CASE("a reserved field that is not 0 is refused, so that it can be given a meaning") {
  refused_strategy("strategy 'idle' needs something that this host does not know (needs = 3)",
                   [](agon_strategy_type& strategy) { strategy.needs = AGON_NEEDS_GAME | 2; });
  agon_setting_type setting = agon::integer("n", "size", "3", 1, 9);
  refused_game("game 'counting' has limits with a reserved field that is not 0",
               [](agon_game_type& game) { game.limits.reserved = 1; });
  refused_game("game 'counting' has limits with a reserved field that is not 0",
               [](agon_game_type& game) { game.limits.reserved_words[3] = 1; });
  setting.reserved = -1;
  refused_game("the setting 'n' has a reserved field that is not 0", [&](agon_game_type& game) {
    game.parameter_count = 1;
    game.parameters = &setting;
  });
}

TEST_CASE("numbers of seats that no game has are refused") {
  const auto seats = [](std::uint32_t least, std::uint32_t most) {
    refused_game("no sound number of seats", [=](agon_game_type& game) {
      game.min_seats = least;
      game.max_seats = most;
      game.seat_names = nullptr;
    });
  };
  seats(0, 1);
  seats(2, 1);
  seats(1, 1001);
  seats(UINT32_MAX, UINT32_MAX);
}

TEST_CASE("a seat without a name, and a contest that nobody knows, are refused") {
  static const char* const names[] = {"First", nullptr, "Third"};
  refused_game("a seat's name is missing", [](agon_game_type& game) { game.seat_names = names; });
  refused_game("no known contest score", [](agon_game_type& game) { game.contest = 0; });
  refused_game("no known contest score", [](agon_game_type& game) { game.contest = 6; });
}

TEST_CASE("settings that can't be are refused by their name") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  refused_option(agon::integer("Depth", "", "1", 0, 9), "the name of a setting is 'Depth'");
  refused_option(agon::integer(nullptr, "", "1", 0, 9), "the name of a setting is missing");
  refused_option(agon::integer("depth", "", "1", 9, 0), "'depth' has an empty range");
  refused_option(agon::integer("depth", "", "1", 1, 1e300), "'depth' has a range beyond 2^53");
  refused_option(agon::integer("depth", "", "1", -1e300, 1), "'depth' has a range beyond 2^53");
  refused_option(agon::number("depth", "", "1", nan, 9), "'depth' has an empty range");
  refused_option(agon::integer("depth", "", "1", 0, 9, 0), "'depth' has a step below 1");
  refused_option(agon::integer("depth", "", "1", 0, 9, nan), "'depth' has a step below 1");
  refused_option(agon::choice("depth", "", "a", nullptr), "its choices is missing");
  refused_option({"depth", "", 0, 0, "1", 0, 9, 1, nullptr}, "of a kind this host does not know");
  refused_option({"depth", "", 6, 0, "1", 0, 9, 1, nullptr}, "of a kind this host does not know");
  refused_option(agon::integer("depth", "", nullptr, 0, 9), "the option 'depth' has no default");
  refused_strategy("the table of strategy 'idle''s settings is missing",
                   [](agon_strategy_type& strategy) { strategy.option_count = 1; });
}

TEST_CASE("a default that its own setting refuses is refused") {
  for (const agon_setting_type& option :
       {agon::integer("n", "", "10", 0, 9), agon::integer("n", "", "3", 0, 8, 2), agon::integer("n", "", "x", 0, 9),
        agon::integer("n", "", "", 0, 9), agon::number("n", "", "1.5.1", 0, 9), agon::flag("n", "", "maybe"),
        agon::choice("n", "", "c", "a|b"), agon::text("n", "", "a,b"), agon::text("n", "", "a\nb")}) {
    CAPTURE(option.fallback);
    refused_option(option, "'n' has a default that it refuses itself");
  }
}

TEST_CASE("a default is kept in the one spelling that plugins read") {
  static constexpr agon_setting_type option = agon::flag("fast", "", "true");
  agon_strategy_type strategy = idle;
  strategy.options = &option;
  strategy.option_count = 1;
  CHECK(describe({}, {strategy}).strategies[0].options[0].fallback == "yes");
}

TEST_CASE("what could never be named, because its name is taken, is refused") {
  refused({counting, counting}, {}, "the game 'counting' is declared twice");
  refused({}, {idle, idle}, "idle' is declared twice");
  static constexpr agon_setting_type twice[] = {agon::flag("fast", "", "no"), agon::flag("fast", "", "yes")};
  refused_strategy("the setting 'fast' is declared twice", [](agon_strategy_type& strategy) {
    strategy.options = twice;
    strategy.option_count = 2;
  });
}

TEST_CASE("strategies of the same name for different games are two strategies") {
  agon_strategy_type other = idle;
  other.protocol = "other/1";
  CHECK(describe({}, {idle, other}).strategies.size() == 2);
}

TEST_CASE("ranges are told as people write them") {
  const auto range = [](const agon_setting_type& option) {
    agon_game_type game = counting;
    game.parameters = &option;
    game.parameter_count = 1;
    return describe({game}, {}).games[0].parameters[0].range();
  };
  CHECK(range(agon::integer("n", "", "6", 6, 16, 2)) == "6, 8, ..., 16");
  CHECK(range(agon::integer("n", "", "6", 6, 16)) == "6 to 16");
  CHECK(range(agon::number("n", "", "0.5", 0, 1e-3 + 1)) == "0 to 1.001, fractions too");
  CHECK(range(agon::flag("n", "", "no")) == "yes or no");
  CHECK(range(agon::choice("n", "", "a", "a|b|c")) == "a | b | c");
  CHECK(range(agon::text("n", "", "")) == "text without a comma or a line break");
}

TEST_CASE("a protocol begins with its game") {
  CHECK(host::game_of("counting/1") == "counting");
  CHECK(host::game_of("counting") == "counting");
  CHECK(host::game_of("").empty());
}

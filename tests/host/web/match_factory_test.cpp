// Whom a browser may let play, and with which options.
#include "host/web/match_factory.hpp"
#include "host/failure.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

TEST_CASE("a request may change the options of a program that the command line names, and no others") {
  const support::TemporaryFolder folder;
  const std::string bot = folder.write("bot.sh", "#!/bin/sh\n");
  std::filesystem::permissions(bot, std::filesystem::perms::owner_all);
  const std::string plugin = bot + ",depth=3,mode=fast,start=5,time=2";
  ::setenv("AGON_GAME_PATH", AGON_TEST_PLUGINS, 1);
  host::MatchFactory factory({.games = {}, .plugins = {plugin}, .limits = {}, .custody = {}});
  const auto entered = [&](const Json& options) {
    return factory.entrant({{"plugin", plugin}, {"options", options}}, "tonga");
  };
  const auto refused = [&](const Json& options, const std::string& name) {
    try {
      static_cast<void>(entered(options));
    } catch (const host::Failure& failure) {
      const std::string why = "has no option '" + name + "' that can be changed here";
      CHECK_MESSAGE(std::string(failure.what()).find(why) != std::string::npos, failure.what());
      return;
    }
    FAIL_CHECK("the request is not refused: " << name);
  };
  using Options = std::vector<std::pair<std::string, std::string>>;
  CHECK(entered(Json::object()).identity.options == Options{{"depth", "3"}, {"mode", "fast"}, {"limit.time", "2"}});
  CHECK(entered({{"mode", "deep"}}).identity.options == Options{{"depth", "3"}, {"mode", "deep"}, {"limit.time", "2"}});
  refused({{"width", "3"}}, "width");
  refused({{"start", "100"}}, "start");
  refused({{"read", "/"}}, "read");
  refused({{"time", "100"}}, "time");
  refused({{"limit.memory", "0"}}, "limit.memory");
}

TEST_CASE("a request can't change the limits of a strategy") {
  ::setenv("AGON_GAME_PATH", AGON_TEST_PLUGINS, 1);
  host::MatchFactory factory({.games = {}, .plugins = {}, .limits = {}, .custody = {}});
  for (const char* const limit : {"time", "limit.memory"}) {
    CAPTURE(limit);
    std::string why;
    try {
      static_cast<void>(factory.entrant({{"plugin", "greedy"}, {"options", {{limit, "0"}}}}, "tonga"));
    } catch (const host::Failure& failure) {
      why = failure.what();
    }
    CHECK(why == "'greedy': limits can't be changed here");
  }
}

TEST_CASE("players of one name are told apart by the folders of their files") {
  const support::TemporaryFolder folder;
  ::setenv("AGON_GAME_PATH", AGON_TEST_PLUGINS, 1);
  const std::string random = std::string(AGON_TEST_PLUGINS) + "/tonga/random.so";
  const std::string anna = folder.copy(random, "anna/random.so");
  const std::string gus = folder.copy(random, "gus/random.so");
  host::MatchFactory factory({.games = {},
                              .plugins = {anna, gus},
                              .limits = [](const host::GameDescription& game) { return game.limits; },
                              .custody =
                                  [](const agon_limits& /*limits*/) {
                                    return host::Custody{.level = host::Level::none, .worker = {}, .pin = {}};
                                  }});
  const auto view = factory.play({{"game", "tonga"},
                                  {"seed", "1"},
                                  {"parameters", {{"n", "6"}}},
                                  {"seats", {{{"plugin", anna}}, {{"plugin", gus}}}}});
  const std::string header = view->header();
  CHECK(header.find("\"anna/random\"") != std::string::npos);
  CHECK(header.find("\"gus/random\"") != std::string::npos);
}

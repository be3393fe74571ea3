// Whom a browser may let play, and with which options.
#include "host/web/lobby.hpp"
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
  host::Lobby lobby({.games = {}, .plugins = {plugin}, .limits = {}, .custody = {}});
  const auto entered = [&](const Json& options) {
    return lobby.entrant({{"plugin", plugin}, {"options", options}}, "tonga");
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
  host::Lobby lobby({.games = {}, .plugins = {}, .limits = {}, .custody = {}});
  for (const char* const limit : {"time", "limit.memory"}) {
    CAPTURE(limit);
    std::string why;
    try {
      static_cast<void>(lobby.entrant({{"plugin", "greedy"}, {"options", {{limit, "0"}}}}, "tonga"));
    } catch (const host::Failure& failure) {
      why = failure.what();
    }
    CHECK(why == "'greedy': limits can't be changed here");
  }
}

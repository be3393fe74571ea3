// Whom a browser may let play, and with which options.
#include "host/web/match_factory.hpp"
#include "host/report/pages.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using Json = nlohmann::ordered_json;

/// Offers the games of these tests, with the strategies that lie beside them and these.
host::MatchFactory factory_of(std::vector<std::string> plugins) {
  ::setenv("AGON_GAME_PATH", AGON_TEST_PLUGINS, 1);
  return host::MatchFactory(
      {.games = {},
       .plugins = std::move(plugins),
       .limits = [](const host::GameDescription& game) { return game.limits; },
       .sandbox = [](const agon_limits& /*limits*/) { return host::SandboxPolicy{.level = host::Level::none}; }});
}

}  // namespace

TEST_CASE("a request may change the options of a program that the command line names, and no others") {
  const support::TemporaryFolder folder;
  const std::string bot = folder.write("bot.sh", "#!/bin/sh\n");
  std::filesystem::permissions(bot, std::filesystem::perms::owner_all);
  const std::string plugin = bot + ",depth=3,mode=fast,start=5,time=2";
  host::MatchFactory factory = factory_of({plugin});
  const auto entered = [&](const Json& options) {
    return factory.participant({{"plugin", plugin}, {"options", options}}, "tonga");
  };
  const auto refused = [&](const Json& options, const std::string& name) {
    CHECK(support::refusal([&] { return entered(options); }).text ==
          "'" + plugin + "' has no option '" + name + "' that can be changed here");
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

TEST_CASE("a library may be named with options, which a request may change and add to") {
  const std::string plugin = "*/mcts,time=2,simulations=7";
  host::MatchFactory factory = factory_of({plugin});
  factory.check();
  const auto simulations = [&](const Json& options) {
    const host::Participant player = factory.participant({{"plugin", plugin}, {"options", options}}, "tonga");
    CHECK(player.limits.time == 2.0);
    for (const auto& [name, value] : player.identity.options) {
      if (name == "simulations") return value;
    }
    return std::string();
  };
  CHECK(simulations(Json::object()) == "7");
  CHECK(simulations({{"simulations", "9"}}) == "9");
  CHECK_THROWS_AS(simulations({{"time", "3"}}), host::Failure);
}

TEST_CASE("a request can't change the limits of a strategy") {
  host::MatchFactory factory = factory_of({});
  for (const char* const limit : {"time", "limit.memory"}) {
    CAPTURE(limit);
    const auto enter = [&] {
      return factory.participant({{"plugin", "greedy"}, {"options", {{limit, "0"}}}}, "tonga");
    };
    CHECK(support::refusal(enter).text == "'greedy': limits can't be changed here");
  }
}

TEST_CASE("players of one name are told apart by the folders of their files") {
  const support::TemporaryFolder folder;
  const std::string random = std::string(AGON_TEST_PLUGINS) + "/tonga/random.so";
  const std::string anna = folder.copy(random, "anna/random.so");
  const std::string gus = folder.copy(random, "gus/random.so");
  host::MatchFactory factory = factory_of({anna, gus});
  const auto shown = factory.play({{"game", "tonga"},
                                   {"seed", "1"},
                                   {"parameters", {{"n", "6"}}},
                                   {"seats", {{{"plugin", anna}}, {{"plugin", gus}}}}});
  const std::string header = shown->header();
  CHECK(header.find("\"anna/random\"") != std::string::npos);
  CHECK(header.find("\"gus/random\"") != std::string::npos);
}

// The client's files in the program: its first page, and scripts for pages without a server.
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Returns the name that a line of a module declares for the whole module; "" if it declares none.
std::string declared(const std::string& line) {
  for (const std::string word : {"const ", "let ", "class ", "function ", "async function "}) {
    if (line.starts_with(word)) return line.substr(word.size(), line.find_first_of(" =({;", word.size()) - word.size());
  }
  return {};
}

}  // namespace

TEST_CASE("the script of a page has each module once, and no imports or exports") {
  for (const std::vector<std::string_view>& entries : {std::vector<std::string_view>{"exported.js"},
                                                       {"report.js"},
                                                       {"exported.js", "report.js"},
                                                       {"main.js"},
                                                       {"upload.js"}}) {
    const std::string script = host::bundled(entries);
    std::map<std::string, int> names;
    for (const std::string& line : lines_of(script)) {
      CAPTURE(line);
      CHECK_FALSE(line.starts_with("import "));
      CHECK_FALSE(line.starts_with("export "));
      if (const std::string name = declared(line); !name.empty()) CHECK(++names[name] == 1);
    }
    CHECK(names["element"] == 1);
    CHECK(script.find("</script") == std::string::npos);
  }
}

TEST_CASE("a server sends a script with all that it imports, and nothing asks for anything from elsewhere") {
  CHECK(host::served_file("main.js")->find("class MatchView {") != std::string::npos);
  CHECK(host::served_file("theme.css") == host::client_asset("theme.css"));
  CHECK_FALSE(host::served_file("none.js"));
  for (const host::Asset& asset : host::client_assets) {
    CAPTURE(asset.name);
    for (const std::string& line : lines_of(std::string(asset.content))) {
      // Only the name of a vocabulary is an address.
      if (line.find("http://www.w3.org/2000/svg") == std::string::npos) CHECK(line.find("//www.") == std::string::npos);
      CHECK(line.find("https://") == std::string::npos);
      CHECK(line.find("innerHTML") == std::string::npos);
      CHECK(line.find("eval(") == std::string::npos);
    }
  }
}

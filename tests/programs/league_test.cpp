// Engines play in leagues, each in a folder of its own with a file bot.toml.
#include "tests/programs/scripts.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace programs;

TEST_CASE("folders with engines are the bots of a league of chess, and an option tells their versions apart") {
  const Stage stage;
  stage.write("weekly/league.toml",
              "seeds = 'random:1:0123456789abcdef0123456789abcdef'\nblocks = 1\n"
              "[match]\ngame = 'chess'\nset = ['fen=k7/8/8/8/8/8/8/K2R4 w - - 0 1']\nwall = 60\n");
  const auto enter = [&](const std::string& bot, const std::string& option) {
    stage.write("weekly/bots/" + bot + "/bot.toml", "plugin = 'uci:./walker,nodes=1" + option + "'\n");
    const auto engine = stage.path() / "weekly/bots" / bot / "walker";
    if (!std::filesystem::exists(engine)) std::filesystem::copy_file(AGON_TEST_ENGINE, engine);
  };
  const auto play = [&] {
    const support::Result result = stage.done({"league", "run", "weekly", "--once"});
    return result.out;
  };
  enter("ann/walk", "");
  enter("bob/walk", "");
  enter("eve/walk", ",Fault=illegal");
  const std::string told = play();
  check_has(told, "ann/walk@1 takes part");
  check_has(told, "bob/walk@1 takes part");
  check_has(told, "eve/walk@1 does not take part");
  enter("bob/walk", ",Hash=16");
  CHECK(has(play(), "bob/walk@2 takes part"));
  const support::Json table =
      support::parse_json(stage.host({"standings", "--db", "weekly/league.db", "--run", "all", "--json"}).out);
  CHECK(table.at("strategies").size() == 3);
  for (const support::Json& each : table.at("strategies")) CHECK(each.at("failures").empty());
}

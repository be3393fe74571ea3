// Hostile bots in a league: they change nothing for the others.
#include "tests/hostile/arena.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/http.hpp"
#include "tests/support/process.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

using namespace hostile;

namespace {

namespace fs = std::filesystem;

/// Makes a league with two bots, and those hostile ones.
void make_league(const fs::path& folder, const Arena& arena, const std::map<std::string, std::string>& attacks) {
  fs::create_directories(folder / "bots/ann");
  fs::create_directories(folder / "bots/eve");
  std::ofstream(folder / "league.toml")
      << "seeds = 'random:1:0123456789abcdef0123456789abcdef'\nanchors = ['random']\nblocks = 6\n"
         "[match]\ngame = 'tonga'\nset = ['n=6']\ntime = 1\nwall = 5\n";
  const fs::path tonga = fs::path(AGON_TEST_BUILT) / "plugins/tonga";
  fs::copy_file(tonga / "greedy.so", folder / "bots/ann/one.so");
  fs::copy_file(tonga / "random.so", folder / "bots/ann/two.so");
  for (const auto& each : attacks)
    fs::copy_file(arena.plugins + "/at_load_" + each.first + ".so", folder / "bots/eve" / (each.first + ".so"));
}

/// The table after the league has played: names, matches, ratings and scores.
std::string table_of(const fs::path& folder, const Arena& arena, std::string& told) {
  const support::Result played = arena.play({"league", "run", folder.string(), "--once"});
  CHECK(played.code == 0);
  told = played.out;
  const support::Result stored =
      arena.play({"standings", "--db", (folder / "league.db").string(), "--run", "all", "--json"});
  std::string table;
  for (const support::Json& each : support::parse_json(stored.out).at("strategies"))
    for (const char* const key : {"name", "matches", "rating", "mean_score", "failures"})
      table += support::to_text(each.at(key)) + " ";
  return table;
}

}  // namespace

TEST_CASE("hostile bots, in the folder or uploaded, are refused after their trial; others' table is as without them") {
  const Arena arena;
  const std::map<std::string, std::string> attacks = {
      {"abort", "crashed"}, {"loop", "used up its CPU time"}, {"small_blocks", "ran out of its memory"}};
  const auto refused = [&](const std::string& told) {
    return std::all_of(attacks.begin(), attacks.end(), [&](const auto& each) {
      const std::string why = "@1 does not take part, since its trial failed: load: it ";
      return told.find("eve/" + each.first + why + each.second + " ") != std::string::npos;
    });
  };
  std::string told;
  make_league(arena.file("honest"), arena, {});
  const std::string honest = table_of(arena.file("honest"), arena, told);
  make_league(arena.file("attacked"), arena, attacks);
  CHECK(table_of(arena.file("attacked"), arena, told) == honest);
  CHECK_MESSAGE(refused(told), told);

  const fs::path league = arena.file("served");
  make_league(league, arena, {});
  std::ofstream(league / "people.toml") << "[people]\neve = 'eve-0123456789abcdef'\n";
  std::string link;
  support::Command serve{{arena.host.string(), "league", "serve", league.string()}};
  serve.folder = arena.file("");
  serve.environment["TMPDIR"] = arena.file("").string();
  {
    support::Process process(serve);
    REQUIRE(process.read_until([&](const std::string& out) {
      const std::size_t at = out.find("eve  http://");
      if (at == std::string::npos || out.find('\n', at) == std::string::npos) return false;
      link = out.substr(at + 5, out.find('\n', at) - at - 5);
      return true;
    }));
    for (const auto& each : attacks) {
      const std::string& attack = each.first;
      const std::string bytes = support::content(arena.plugins + "/at_load_" + attack + ".so");
      const support::Reply reply = support::ask(link + "api/upload?name=" + attack + ".so", bytes);
      CHECK(reply.body.find("error") == std::string::npos);
    }
    CHECK(process.read_until(refused));
    process.stop(SIGINT);
  }
  CHECK(table_of(league, arena, told) == honest);
  for (const char* const each : {"honest", "attacked", "served"}) fs::remove_all(arena.file(each));
  CHECK(arena.left_over() == std::vector<std::string>{});
}

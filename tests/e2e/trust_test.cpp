// Where games are taken from: their code runs inside the host, so a strategy's file must not bring one.
#include "tests/e2e/host.hpp"

using namespace e2e;

namespace {

const std::string shipped_game = (plugin_folder / "tonga/tonga.so").string();
const std::string greedy = (plugin_folder / "tonga/greedy.so").string();

/// A folder of strategies, one of which declares a game, and whether any of its code has run outside the sandbox.
struct League {
  explicit League(const std::string& fixture = "usurper") {
    folder.copy(fixture_folder / (fixture + ".so"), "bots/usurper.so");
  }

  [[nodiscard]] Result host(const Words& words, const std::string& games = "") const {
    Command command = e2e::host(words, folder.path());
    command.environment["AGON_PLUGIN_PATH"] = "bots";
    if (!games.empty()) command.environment["AGON_GAME_PATH"] = games;
    command.environment["AGON_TEST_TRACE"] = (folder.path() / "trace").string();
    return run(command);
  }
  [[nodiscard]] bool has_run() const { return fs::exists(folder.path() / "trace"); }

  TemporaryFolder folder;
};

Words stateless(const Words& more) {
  return with(tonga({"--no-db"}), more);
}

}  // namespace

TEST_CASE(
    "a strategy's file that declares the game as well takes no place of it, and its code never runs in the host") {
  const League league;
  for (const Words& words :
       {stateless({"--plugin", "greedy", "--plugin", "random"}),
        stateless({"--plugin", "usurper", "--plugin", "random"}),
        stateless({"--plugin", "./bots/usurper.so", "--plugin", "random"}),
        stateless({"--plugin", "bots/usurper.so:usurper", "--plugin", "random", "--seeds", "1-3", "--quiet"}),
        Words{"info", "tonga"}, Words{"list"}, Words{"list", "--json"}, Words{"info", "./bots/usurper.so"},
        Words{"new", "strategy", "--game", "tonga", "lynx"},
        Words{"completion", "words", "4", "--", "--game", "tonga", "--plugin", ""},
        Words{"completion", "words", "4", "--", "--game", "bots/usurper.so", "--set", ""}}) {
    CAPTURE(words);
    const Result result = league.host(words);
    CAPTURE(result.err);
    CHECK(result.code == (words.front() == "new" ? result.code : 0));  // its templates are not beside this host
    CHECK_FALSE(league.has_run());
  }
  CHECK(has(league.host({"info", "tonga"}).out, "PseudoTonga"));
  const std::string shown = league.host({"info", "./bots/usurper.so"}).out;
  CHECK(has(shown, "Another game"));
  CHECK(has(shown,
            "5 s CPU time and 0.1 s more for each turn, 1 s CPU time a turn, 60 s wall-clock time, 64 MiB, 2 threads a "
            "seat and match"));
  REQUIRE(league.host(stateless({"--plugin", "greedy", "--record", "match.json"})).code == 0);
  CHECK(league.host({"replay", "match.json", "--quiet"}).code == 0);
  CHECK_FALSE(league.has_run());
}

TEST_CASE("a game in a folder of strategies can't be named, and is told of where one would look for it") {
  const League league("other_usurper");
  const Result result = league.host({"--game", "another", "--plugin", "usurper"});
  CHECK(result.code == 2);
  CHECK(has(result.err, "no game called 'another'"));
  CHECK(has(result.err, "bots/usurper.so declares it, but games are taken from the folders of AGON_GAME_PATH"));
  for (const char* const command : {"list", "doctor"}) {
    CAPTURE(command);
    CHECK(has(league.host({command}).out, "bots/usurper.so: its game another is left out: games are taken from"));
  }
  CHECK_FALSE(has(league.host({"list"}).out, "seat 0 wins"));
  CHECK_FALSE(league.has_run());
}

TEST_CASE("a game is taken from a folder of AGON_GAME_PATH, or from the file that --game names") {
  const League league("other_usurper");
  CHECK(has(league.host({"list"}, "bots").out, "seat 0 wins"));
  CHECK(has(league.host({"info", "another"}, "bots").out, "Another game"));
  const Result result = league.host({"--game", "./bots/usurper.so"});
  CHECK(result.code == 2);
  CHECK(has(result.err, "another has 2 seats and no default opponent"));
  CHECK_FALSE(league.has_run());  // no match was played
}

TEST_CASE("a folder of strategies below one of games gives no games") {
  const League league("other_usurper");
  const Result result = league.host({"--game", "another"}, league.folder.path());
  CHECK(result.code == 2);
  CHECK(has(result.err, "usurper.so declares it, but"));
  CHECK_FALSE(league.has_run());
}

TEST_CASE("two files with a game of one id are an error that names both, and each can be named by its path") {
  const League league;
  const std::string both = "the game tonga is declared by bots/usurper.so and by " + shipped_game;
  const Result result = league.host(stateless({"--plugin", "greedy"}), "bots");
  CHECK(result.code == 2);
  CHECK(has(result.err, both));
  CHECK_FALSE(league.has_run());
  for (const char* const command : {"list", "doctor"}) {
    CAPTURE(command);
    CHECK(has(league.host({command}, "bots").out, both));
  }
  CHECK(league.host({"--game", shipped_game, "--plugin", "greedy", "--set", "n=6", "--no-db"}, "bots").code == 0);
  CHECK_FALSE(league.has_run());
  // One file that is found twice is one.
  CHECK(league.host(stateless({"--plugin", "greedy"}), plugin_folder / "tonga").code == 0);
}

TEST_CASE("validate refuses a library with games that nobody has named as such, before any of it runs") {
  const League league;
  for (const Words& words :
       {Words{"validate", "./bots/usurper.so"}, Words{"validate", "usurper"},
        Words{"validate", "bots/usurper.so:usurper"}, Words{"validate", "bots/usurper.so", "--game", "tonga"}}) {
    CAPTURE(words);
    const Result result = league.host(words);
    CHECK(result.code == 2);
    CHECK(has(result.err, "usurper.so holds the game tonga. Games are trusted code"));
    CHECK(has(result.err, "If you trust it, type 'host validate "));
    CHECK_FALSE(league.has_run());
  }
  CHECK(league.host({"validate", "bots/usurper.so", "--game", "bots/usurper.so", "--only", "loads"}).code == 0);
  CHECK(league.has_run());
}

TEST_CASE("validate takes the names of games and strategies, as other commands do") {
  const League league;
  for (const Words& words : {Words{"greedy"}, Words{"tonga/greedy"}, Words{"greedy", "--game", "tonga"}}) {
    CAPTURE(words);
    const Result result = league.host(with({"validate", "--only", "descriptors"}, words));
    CHECK(result.code == 0);
    CHECK(result.out.starts_with(greedy + ", seed "));
  }
  CHECK(league.host({"validate", "tonga", "--only", "loads"}).out.starts_with(shipped_game));
  const Result slip = league.host({"validate", "greddy"});
  CHECK(slip.code == 2);
  CHECK(has(slip.err, "no plugin called 'greddy' (did you mean 'greedy'?): a library is named by its path"));
  league.folder.copy(fixture_folder / "failing.so", "bots/failing.so");
  league.folder.copy(greedy, "lone");
  CHECK(has(league.host({"validate", "lone", "--only", "descriptors"}).out, "lone, seed "));
}

TEST_CASE("what is passed over is told by list and doctor, with the reason") {
  const TemporaryFolder folder;
  folder.write("broken.so", "no library");
  folder.write("sub/half.so", content(greedy).substr(0, 8000));
  fs::create_symlink("nowhere", folder.path() / "link.so");
  folder.copy(fixture_folder / "no_symbol.so", "mine.so");
  folder.write("file", "no folder");
  folder.copy(greedy, "other_greedy.so");
  const std::string path = folder.path().string();
  const auto host = [&](const Words& words) {
    Command command = e2e::host(words);
    command.environment["AGON_PLUGIN_PATH"] = "/nonexistent:" + path + ":" + path + "/file";
    command.environment["AGON_GAME_PATH"] = "/no/games";
    return run(command);
  };
  const Words reasons = {"/nonexistent: no such folder",
                         "/no/games: no such folder",
                         path + "/file: is not a folder",
                         path + "/broken.so: is not a shared library",
                         path + "/sub/half.so: is damaged: its end is missing",
                         path + "/link.so: no such file",
                         path + "/mine.so: is a shared library but no plugin",
                         greedy + ": its strategy tonga/greedy is left out: that of " + path + "/other_greedy.so"};
  for (const char* const command : {"list", "doctor"}) {
    CAPTURE(command);
    const std::string told = host({command}).out;
    for (const std::string& reason : reasons) CHECK_MESSAGE(has(told, reason), reason);
    CHECK(has(told, path + " (strategies alone)"));
    const Json json = parse_json(host({command, "--json"}).out);
    REQUIRE(json.at("refused").size() == reasons.size());
    for (const auto& refused : json.at("refused"))
      CHECK(refused.at("reason").get<std::string>().starts_with(refused.at("file").get<std::string>() + ": "));
  }
  // Who asks for one of them gets its reason.
  const Result asked = host(stateless({"--plugin", "broken"}));
  CHECK(asked.code == 3);
  CHECK(has(asked.err, path + "/broken.so: is not a shared library"));
}

TEST_CASE("a library in the current folder is named by its path without a slash, too") {
  const TemporaryFolder folder;
  folder.copy(plugin_folder / "tonga/random.so", "mybot.so");
  CHECK(folder.run(stateless({"--plugin", "mybot.so"})).code == 0);
  CHECK(folder.run({"validate", "mybot.so", "--only", "descriptors"}).code == 0);
}

// The projects of `new strategy` for programs build and play, and each plays as the C++ project of its game does.
#include "tests/programs/scripts.hpp"
#include "tests/support/files.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using namespace programs;

struct Language {
  std::string name;
  std::string tool;   // without it, the language is skipped
  std::string build;  // for the shell; empty: nothing is built
  std::string plugin;
};

const std::vector<Language>& languages() {
  static const std::vector<Language> all = {
      {"python", "python3", "", "./mine/mine.py"},
      {"javascript", "node", "", "./mine/mine.js"},
      {"java", "javac", "javac -d mine/build mine/*.java", "run:java -XX:+UseSerialGC -cp mine/build Bot,name=mine"},
      {"go", "go", "(cd mine && go build -o build/mine)", "./mine/build/mine"}};
  return all;
}

/// Small matches of each game, in which every seat is taken by the one who is tested or by those named.
struct Setting {
  std::string game;
  Words words;
  bool slow_to_compile = false;
};

const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = {
      {"tonga", {"--set", "n=6", "--plugin", "greedy"}},
      {"inc", {"--set", "rows=3,columns=4,turns=9", "--plugin", "random", "--plugin", "random"}},
      {"linez", {"--set", "rows=6,columns=6"}},
      {"chess", {"--plugin", "random"}},
      {"go", {"--set", "size=7", "--plugin", "random"}},
      {"chesspuzzle", {}},
      {"polyomino", {"--set", "width=16,height=12"}}};
  return all;
}

bool is_here(const std::string& tool) {
  for (const std::string folder : {"/usr/local/bin/", "/usr/bin/", "/bin/"}) {
    if (::access((folder + tool).c_str(), X_OK) == 0) return true;
  }
  MESSAGE("skipped: " << tool << " is not installed");
  return false;
}

/// Debian's tools, and nothing in the user's folders.
support::Result shell(const Stage& stage, const std::string& line) {
  return support::run({.words = {"/bin/sh", "-c", line},
                       .folder = stage.path(),
                       .environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"},
                                       {"HOME", stage.path()},
                                       {"GOCACHE", stage.path() / "go"},
                                       {"GOFLAGS", "-buildvcs=false"}}});
}

/// Makes and builds the project.
void make(const Stage& stage, const Language& language, const std::string& game) {
  CAPTURE(language.name);
  CAPTURE(game);
  const support::Result made = stage.host({"new", "strategy", "--game", game, "--language", language.name, "mine"});
  REQUIRE(made.err == "");
  CHECK(made.code == 0);
  if (language.build.empty()) return;
  check_has(made.out, language.build);
  const support::Result built = shell(stage, language.build);
  CHECK_MESSAGE(built.code == 0, (built.err + built.out));
}

/// Returns the events of the matches: all but names, hashes and times.
std::string events(const Stage& stage, const Setting& setting, const std::string& plugin, const std::string& seeds) {
  Words words = {"--game",   setting.game,    "--seeds", seeds,     "--seats", "rotate", "--plugin", plugin,
                 "--record", "matches.jsonl", "--quiet", "--no-db", "--jobs",  "1",      "--memory", "256"};
  words.insert(words.end(), setting.words.begin(), setting.words.end());
  const support::Result result = stage.host(words);
  CAPTURE(plugin);
  CAPTURE(setting.game);
  CHECK(complaints(result) == "");
  REQUIRE(result.code == 0);
  std::string all;
  for (const support::Json& match : support::objects(support::content(stage.path() / "matches.jsonl")))
    all += match.at("actions").dump() + match.at("result").at("outcomes").dump() + "\n";
  std::filesystem::remove(stage.path() / "matches.jsonl");
  return all;
}

/// The library of the C++ project, built with this test.
std::string reference(const std::string& game) {
  return std::string(AGON_TEST_REFERENCES) + "/" + game + ".so";
}

void plays_as_reference(const Language& language, const Setting& setting, const std::string& seeds) {
  const Stage stage;
  make(stage, language, setting.game);
  const std::string expected = events(stage, setting, reference(setting.game), seeds);
  CAPTURE(language.name);
  CAPTURE(setting.game);
  check_has(expected, R"({"kind":"ok"})");
  CHECK(events(stage, setting, language.plugin, seeds) == expected);
}

}  // namespace

TEST_CASE("a program of each language plays as the library of the C++ project does") {
  for (const Language& language : languages()) {
    if (is_here(language.tool)) plays_as_reference(language, settings().front(), "1-3");
  }
}

TEST_CASE("scripts play each game as the library of its C++ project does") {
  for (const Language& language : languages()) {
    if (!language.build.empty() || !is_here(language.tool)) continue;
    for (std::size_t game = 1; game < settings().size(); ++game) plays_as_reference(language, settings()[game], "1");
  }
}

TEST_SUITE("long" * doctest::skip()) {
  TEST_CASE("a program of each language plays 100 matches of each game as the library of the C++ project does") {
    for (const Language& language : languages()) {
      if (!is_here(language.tool)) continue;
      for (const Setting& setting : settings()) plays_as_reference(language, setting, "1-100");
    }
  }
}

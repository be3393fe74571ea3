// From `host new game` to a finished match, a record, a tournament and strategies for it, with the host as it is.
#include "tests/e2e/host.hpp"
#include "tests/e2e/new_project.hpp"
#include "tests/support/pattern.hpp"

#include <fstream>

using namespace e2e;

namespace {

/// The documentation's pages, whose commands are tests, build what they make with optimisation.
constexpr const char* unoptimised = "None";

struct Workshop : Desk {
  Workshop() : Desk(unoptimised), steps(made("game hill")) { static_cast<void>(output(steps[0])); }
  Words steps;
};

const Workshop& workshop() {
  static const Workshop built;
  return built;
}

std::string hill_host(const std::string& arguments) {
  return workshop().output("AGON_GAME_PATH=hill/build " + built_host.string() + " " + arguments);
}

/// A bot in Python for the game `id` of the folder plays against `random` and mcts without a failure.
void check_python(const Desk& desk, const std::string& id) {
  const std::string host = "AGON_GAME_PATH=" + id + "/build " + built_host.string();
  static_cast<void>(desk.output(host + " new strategy --game " + id + " --language python viper"));
  for (const std::string opponent : {"random", "mcts,simulations=50"}) {
    Desk::check_ok(desk.output(host + " --game " + id + " --plugin ./viper/viper.py --plugin " + opponent), "viper");
  }
}

/// A game of that kind, as its author meets it, with the compiler's optimisation, which finds more to warn about.
void check_kind(const std::string& kind) {
  CAPTURE(kind);
  const Desk desk;
  const Words steps = desk.made("game --kind " + kind + " hill");
  const Result built = desk.typed(steps[0]);
  CHECK(built.code == 0);
  CHECK(built.err == "");
  Desk::check_ok(desk.output(steps[1]), kind == "board" ? "mcts" : "random");
  CHECK(has(desk.output("ctest --test-dir hill/build"), "100% tests passed, 0 tests failed out of 4"));
  const std::string host = "AGON_GAME_PATH=hill/build " + built_host.string();
  static_cast<void>(desk.output(host + " validate --quiet hill/build/hill.so"));
  CHECK(has(desk.output(host + " info hill --protocol"), "hill_observation"));
  static_cast<void>(desk.output(host + " --game hill --plugin montecarlo,simulations=50 --plugin random --quiet"));
  for (const std::string language : {"c++", "c", "rust"})
    desk.check_strategy("--game hill --language " + language, "AGON_GAME_PATH=hill/build ");
  check_python(desk, "hill");
}

/// The change of a rule that docs/writing-a-game.md teaches.
std::string taught_patch() {
  const std::string page = content(source_folder / "docs/writing-a-game.md");
  const std::string begin = "<!-- save as bots/rule.patch -->\n```diff\n";
  const std::size_t at = page.find(begin);
  REQUIRE(at != std::string::npos);
  return page.substr(at + begin.size(), page.find("```\n", at + begin.size()) - at - begin.size());
}

}  // namespace

TEST_CASE("a new game builds, plays and passes its tests with the commands that are printed") {
  Desk::check_ok(workshop().output(workshop().steps[1]), "mcts");
  CHECK(has(workshop().output("ctest --test-dir hill/build"), "100% tests passed, 0 tests failed out of 4"));
}

TEST_CASE("a game of a name that another one has is not begun") {
  const Desk desk;
  const Result refused = desk.typed("'" + built_host.string() + "' new game tonga");
  CHECK(refused.code == 2);
  CHECK(has(refused.err, "there is a game tonga already"));
  CHECK(refused.out.empty());
}

TEST_CASE("a strategy in Python is begun for a new game, and plays it") {
  check_python(workshop(), "hill");
}

TEST_CASE("a strategy is begun for a new game, by its file, in a language that it has a template for") {
  workshop().check_strategy("--game ./hill/build/hill.so --language c");
  const Result refused = workshop().typed("AGON_GAME_PATH=hill/build " + built_host.string() +
                                          " new strategy --game hill --language topcoder lynx");
  CHECK(refused.code == 2);
  CHECK(has(refused.err, "hill has no template in 'topcoder'; it has c, c++, python, rust"));
}

TEST_CASE("the host lists a new game, tells of it, draws it, records it and plays tournaments") {
  CHECK(has(hill_host("list"), "hill/random"));
  CHECK(has(hill_host("info hill"), "stones that may be taken at a time"));
  const std::string moves = hill_host("--game hill --set stones=5 --seed 3 --board moves");
  CHECK(has(moves, " o  o  o  o  o  .  .  .  .  ."));
  CHECK(has(moves, "5 stones left; allowed are 1, 2, 3"));
  static_cast<void>(hill_host("--game hill --seeds 1-4 --no-db --record matches.jsonl --quiet"));
  CHECK(has(hill_host("replay matches.jsonl --board none"), "as recorded"));
  static_cast<void>(workshop().output(
      workshop().made("strategy --game hill --language c badger", "AGON_GAME_PATH=hill/build ").front()));
  const std::string table = hill_host("tournament --game hill --plugin random --plugin badger/build/badger.so --no-db");
  CHECK(has(table, "badger"));
}

TEST_CASE("a game's project can be built without its rules and their test") {
  const Desk desk(unoptimised);
  static_cast<void>(desk.made("game hill"));
  static_cast<void>(desk.output("rm -r hill/tests hill/templates hill/strategies"));
  CHECK(has(desk.output("cmake -S hill -B hill/build"), "Generating done"));
}

// docs/writing-a-game.md, whose commands are a test, begins a strategy in C++ and changes the rule, too.
TEST_SUITE("slow" * doctest::skip()) {
  TEST_CASE("strategies are begun for a new game in all its languages, with the commands that are printed") {
    CHECK(has(workshop().output(workshop().steps[2]), "how it plays is in mybot/mybot.cpp"));
    for (const std::string language : {"c++", "c", "rust"})
      workshop().check_strategy("--game hill --language " + language, "AGON_GAME_PATH=hill/build ");
  }

  TEST_CASE(
      "a game with cards builds without a warning, passes its tests and every check, and has bots in 4 languages") {
    check_kind("cards");
  }

  TEST_CASE("a game of simultaneous moves builds without a warning, passes its tests and every check, and so on") {
    check_kind("simultaneous");
  }

  TEST_CASE("a game for a board builds without a warning, passes its tests and every check, and so on") {
    check_kind("board");
  }

  TEST_CASE("after the change of a rule that the documentation teaches, no template's strategy breaks the new rule") {
    const Desk desk(unoptimised);
    const std::string build = desk.made("game mygame")[0];
    std::ofstream(desk.path() / "rule.patch") << taught_patch();
    static_cast<void>(desk.output("git apply --directory=mygame rule.patch"));
    static_cast<void>(desk.output(build));
    const std::string host = "AGON_GAME_PATH=mygame/build " + built_host.string();
    CHECK(has(desk.output(host + " info mygame"), "but not as many as the"));

    const auto played = [&](const std::string& plugin) {
      return desk.output(host + " --game mygame --seeds 1-40 --no-db --json --plugin " + plugin);
    };
    const std::string failure = "\"kind\":\"illegal\"";
    CHECK_FALSE(has(played("random"), failure));
    for (const std::string language : {"c++", "rust", "c"}) {
      CAPTURE(language);
      fs::remove_all(desk.path() / "lynx");
      static_cast<void>(desk.output(
          desk.made("strategy --game mygame --language " + language + " lynx", "AGON_GAME_PATH=mygame/build ")[0]));
      const std::string matches = played("lynx/build/lynx.so");
      CHECK(has(matches, "\"kind\":\"ok\""));
      CHECK_FALSE(has(matches, failure));
    }

    // One that takes as many as the other one did is told what it may do instead, which is not the same.
    const std::string source = content(desk.path() / "lynx/lynx.c");
    const std::string broken = support::replaced(
        source, "  return AGON_OK;", "  if (seen->taken > 0) action->count = seen->taken;\n  return AGON_OK;");
    REQUIRE(broken != source);
    std::ofstream(desk.path() / "lynx/lynx.c") << broken;
    static_cast<void>(desk.output("cmake --build lynx/build"));
    const std::string refused = played("lynx/build/lynx.so");
    const support::Pattern sentence(
        "to take ([0-9]+) is not allowed now: there are [0-9]+ stones; allowed are ([0-9, ]+)");
    const Words found = sentence.find(refused);
    REQUIRE(found.size() == 3);
    CHECK_FALSE(has(", " + found[2] + ",", " " + found[1] + ","));
  }
}

// From `host new strategy` to a finished match, as its reader types it: two games, all languages. Their projects differ
// by language, and hardly by game. docs/first-strategy.md, whose commands are a test, begins one in C++; the other
// languages, and the second game, are in the suite "slow".
#include "tests/e2e/host.hpp"
#include "tests/e2e/new_project.hpp"

#include <fstream>

using namespace e2e;

namespace {

void check_language(const std::string& game, const std::string& language, Desk::Compared compared) {
  Desk().check_strategy("--game " + game + " --language " + language, {}, compared);
}

}  // namespace

TEST_CASE("a new strategy for two seats builds, plays and passes its tests with the commands that are printed") {
  check_language("tonga", "c", Desk::Compared::yes);
}

TEST_SUITE("slow" * doctest::skip()) {
  TEST_CASE("a new strategy for two seats does so in every language") {
    check_language("tonga", "c++", Desk::Compared::yes);
    for (const std::string language : {"topcoder", "rust"}) check_language("tonga", language, Desk::Compared::no);
  }

  TEST_CASE("a new strategy for one seat does so in every language") {
    check_language("linez", "rust", Desk::Compared::yes);
    for (const std::string language : {"c++", "c", "topcoder"}) check_language("linez", language, Desk::Compared::no);
  }
}

TEST_CASE("a strategy that breaks the rules fails the test of its project") {
  const Desk desk;
  const auto steps = desk.made("strategy --game tonga --language c lynx");
  const std::string source = content(desk.path() / "lynx/lynx.c");
  const std::string broken = support::replaced(source, "  return AGON_OK;", "  action->row = -1;\n  return AGON_OK;");
  REQUIRE(broken != source);
  std::ofstream(desk.path() / "lynx/lynx.c") << broken;
  static_cast<void>(desk.output(steps[0]));
  const Result tested = desk.typed("ctest --test-dir lynx/build");
  CHECK(tested.code != 0);
  CHECK(has(tested.out, "0% tests passed"));
}

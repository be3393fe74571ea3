// From `host new game` to a finished match, a record, a tournament and strategies for it, with the host as it is.
#include "tests/e2e/new_project.hpp"

#include <string>

namespace {

using e2e::Desk;

struct Workshop : Desk {
  Workshop() : steps(made("game hill")) { static_cast<void>(output(steps[0])); }
  std::vector<std::string> steps;
};

const Workshop& workshop() {
  static const Workshop built;
  return built;
}

std::string host(const std::string& arguments) {
  return workshop().output("AGON_GAME_PATH=hill/build " + e2e::built_host.string() + " " + arguments);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a new game builds, plays and passes its tests with the commands that are printed") {
  Desk::check_ok(workshop().output(workshop().steps[1]), "random");
  CHECK(has(workshop().output("ctest --test-dir hill/build"), "100% tests passed, 0 tests failed out of 4"));
}

TEST_CASE("strategies are begun for a new game in all its languages, with the commands that are printed") {
  CHECK(has(workshop().output(workshop().steps[2]), "how it plays is in mybot/mybot.cpp"));
  for (const std::string language : {"c++", "c", "rust"})
    workshop().check_strategy("--game hill --language " + language, "AGON_GAME_PATH=hill/build ");
  workshop().check_strategy("--game ./hill/build/hill.so --language c");
  const support::Result refused = workshop().typed("AGON_GAME_PATH=hill/build " + e2e::built_host.string() +
                                                   " new strategy --game hill --language topcoder lynx");
  CHECK(refused.code == 2);
  CHECK(has(refused.err, "hill has no template in 'topcoder'; it has c, c++, rust"));
}

TEST_CASE("the host lists a new game, tells of it, draws it, records it and plays tournaments") {
  CHECK(has(host("list"), "hill/random"));
  CHECK(has(host("info hill"), "stones that may be taken at a time"));
  const std::string moves = host("--game hill --set stones=5 --seed 3 --board moves");
  CHECK(has(moves, " o  o  o  o  o  .  .  .  .  ."));
  CHECK(has(moves, "5 stones left, 1 to 3 at a time"));
  static_cast<void>(host("--game hill --seeds 1-4 --no-db --record matches.jsonl --quiet"));
  CHECK(has(host("replay matches.jsonl --board none"), "as recorded"));
  static_cast<void>(workshop().output(
      workshop().made("strategy --game hill --language c badger", "AGON_GAME_PATH=hill/build ").front()));
  const std::string table = host("tournament --game hill --plugin random --plugin badger/build/badger.so --no-db");
  CHECK(has(table, "badger"));
}

// `new game --from-tester` writes a game.toml, which plays.
#include "tests/programs/scripts.hpp"
#include "tests/support/files.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace {

using namespace programs;

}  // namespace

TEST_CASE("each preset writes a game.toml that is a game, and none is overwritten") {
  for (const std::string preset : {"ahc", "topcoder-mm", "codingame"}) {
    CAPTURE(preset);
    const Stage stage;
    std::filesystem::create_directory(stage.path() / "contest");
    const support::Result made = stage.done({"new", "game", "--from-tester", "contest", "--preset", preset});
    check_has(made.out, "compare --game ./contest --plugin ./NEW");
    const std::string others = preset == "codingame" ? " --plugin ./OTHER" : "";  // which has two seats
    check_has(made.out, " --game ./contest --plugin ./SOLUTION" + others + "\n");
    const support::Result shown = stage.done({"info", "./contest"});
    stage.refuses({"new", "game", "--from-tester", "contest"}, 2, "contest/game.toml is there already");
  }
}

TEST_CASE("what can't be a game.toml is refused, and no file is written") {
  const Stage stage;
  std::filesystem::create_directory(stage.path() / "contest");
  const auto refused = [&](const Words& more, int code, const std::string& part) {
    const Words words = with({"new", "game"}, more);
    const support::Result result = stage.host(words);
    CHECK(result.code == code);
    check_has(result.err, part);
    CHECK_FALSE(std::filesystem::exists(stage.path() / "contest/game.toml"));
  };
  refused({"--from-tester", "contest", "--preset", "acm"}, 2, "there is no preset 'acm'");
  refused({"--from-tester", "contest", "--score", "(x"}, 2, "it stands in the game.toml that is written");
  refused({"--from-tester", "nowhere"}, 2, "nowhere: is no folder");
  refused({"contest", "--from-tester", "contest"}, 2, "without a name");
  refused({"contest", "--preset", "ahc"}, 2, "goes with --from-tester");
}

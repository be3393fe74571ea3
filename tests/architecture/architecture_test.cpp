// The project keeps its rules; and the test that says so would notice if it did not.
#include "tests/architecture/game_names.hpp"
#include "tests/architecture/includes.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using support::TemporaryFolder;

/// A small project of the same shape, in which everything is as it should be.
struct Sound : TemporaryFolder {
  Sound() {
    write("sdk/include/agon/types.h", "#include <stdint.h>\n");
    write("sdk/include/agon/ext/log.h", "#include \"../types.h\"\n");
    write("sdk/include/agon/game.hpp", "#include <agon/types.h>\n#include <string>\n");
    write("host/CMakeLists.txt", "set(library_folders match plugin seat util)\n");
    write(
        "docs/architecture.md",
        "| folder | what it is for | may include |\n|---|---|---|\n| `util` | for all | |\n| `plugin` | libraries | "
        "|\n| `seat` | players | "
        "`plugin` |\n| `match` | matches | `plugin`, `seat` |\n| `tournament` | runs | `match`, `stats` |\n| `stats` | "
        "numbers | |\n| `cli` | commands | `match`, `tournament` |\n");
    write("host/util/text.hpp", "#include <string>\n");
    write("host/plugin/library.cpp", "#include \"host/util/text.hpp\"\n#include <boost/dll/shared_library.hpp>\n");
    write("host/cli/play.hpp", "#include \"host/match/match.hpp\"\n");
    write("host/match/match.hpp", "#include \"host/seat/seat.hpp\"\n");
    write("host/seat/seat.hpp", "#include \"host/util/text.hpp\"\n");
    write("host/outside/box.hpp", "#include \"host/util/text.hpp\"\n");
    write("host/main.cpp", "#include \"host/cli/play.hpp\"\n");
    write("host/cli/play.cpp", "#include \"host/util/text.hpp\"\n#include <agon/game.hpp>\n#include <sys/stat.h>\n");
    write("host/tournament/run.cpp", "#include \"host/match/match.hpp\"\n");
    write("host/stats/mean.hpp", "#include <vector>\n");
    for (const std::string game : {"go", "chess"}) {
      const std::string folder = "plugins/" + game + "/";
      write(folder + game + ".h", "#include <stdint.h>\n");
      write(folder + "rules.hpp", "#include <vector>\n#include \"" + game + "/" + game + ".h\"\n");
      write(folder + "rules.cpp", "#include \"rules.hpp\"\n");
      write(folder + "game.cpp", "#include <agon/game.hpp>\n#include <" + game + "/rules.hpp>\n");
      write(folder + "strategies/random.cpp", "#include \"../rules.hpp\"\n#include <agon/game.hpp>\n");
    }
  }
};

void forbidden(const std::string& file, const std::string& include, const std::string& rule) {
  const Sound project;
  const auto before = support::content(project.path() / file);
  project.write(file, before + "  #  include " + include + "\n");
  const auto found = architecture::forbidden_includes(project.path());
  CAPTURE(file);
  CAPTURE(include);
  CHECK(std::any_of(found.begin(), found.end(), [&](const std::string& line) {
    return line.starts_with(file + " includes ") && line.find(rule) != std::string::npos;
  }));
}

void names(const std::string& file, const std::string& line, bool found) {
  const Sound project;
  project.write(file, "nothing here\n" + line + "\n");
  CAPTURE(line);
  const std::vector<std::string> expected = {file + ":2 names go"};
  CHECK((architecture::named_games(project.path()) == expected) == found);
}

}  // namespace

TEST_CASE("every include of the project keeps the rules") {
  for (const std::string& broken : architecture::forbidden_includes(PROJECT)) FAIL_CHECK(broken);
}

TEST_CASE("the picture in docs/architecture.md is that of its table, which has each folder of the host and no cycle") {
  const architecture::Plan plan = architecture::planned(PROJECT);
  const std::string picture = architecture::picture(plan);
  CAPTURE(picture);
  CHECK(support::content(PROJECT "/docs/architecture.md").find("```text\n" + picture + "```") != std::string::npos);
  for (const auto& each : std::filesystem::directory_iterator(PROJECT "/host")) {
    CAPTURE(each.path());
    CHECK((!each.is_directory() || plan.contains(each.path().filename())));
  }
  CHECK(architecture::picture({{"a", {"b"}}, {"b", {"c"}}, {"c", {}}}) == " 3  a\n 2  b\n 1  c\n");
  CHECK(architecture::picture({{"a", {"b"}}, {"b", {"a"}}}).starts_with("cycle"));
}

TEST_CASE("neither the host nor the SDK names a game") {
  for (const std::string& found : architecture::named_games(PROJECT)) FAIL_CHECK(found);
}

TEST_CASE("a sound project breaks no rule") {
  const Sound project;
  CHECK(architecture::forbidden_includes(project.path()).empty());
  CHECK(architecture::named_games(project.path()).empty());
}

TEST_CASE("an include that breaks a rule is noticed, with the rule") {
  const std::string sdk = "the SDK needs nothing but itself";
  const std::string plugin = "a plugin knows the SDK and its own folder";
  const std::string host = "the host knows the SDK and itself";
  const std::string stats = "stats knows nothing but itself";
  const std::string rules = "rules know neither the SDK nor the host";
  forbidden("host/tournament/run.cpp", "\"host/cli/play.hpp\"", "host/tournament does not know host/cli");
  forbidden("host/seat/seat.hpp", "\"host/match/match.hpp\"", "host/seat does not know host/match");
  forbidden("host/util/text.hpp", "\"host/cli/play.hpp\"", "what all folders include, includes none");
  forbidden("host/main.cpp", "\"host/match/match.hpp\"", "main.cpp knows cli alone");
  forbidden("host/outside/box.hpp", "\"host/cli/play.hpp\"", "host/outside is not in the table");
  forbidden("host/match/match.hpp", "\"host/cli/play.hpp\"", "libagon does not know host/cli");
  forbidden("host/seat/seat.hpp", "\"host/stats/mean.hpp\"", "libagon does not know host/stats");
  forbidden("sdk/include/agon/types.h", "\"host/util/text.hpp\"", sdk);
  forbidden("sdk/include/agon/game.hpp", "<chess/chess.h>", sdk);
  forbidden("sdk/include/agon/game.hpp", "<boost/optional.hpp>", sdk);
  forbidden("sdk/include/agon/ext/log.h", "<sys/stat.h>", sdk);
  forbidden("plugins/chess/game.cpp", "\"host/util/text.hpp\"", plugin);
  forbidden("plugins/chess/game.cpp", "<go/go.h>", plugin);
  forbidden("plugins/chess/strategies/random.cpp", "\"../../go/rules.hpp\"", plugin);
  forbidden("plugins/chess/strategies/random.cpp", "\"plugins/go/rules.hpp\"", plugin);
  forbidden("host/cli/play.cpp", "<chess/chess.h>", host);
  forbidden("host/cli/play.cpp", "\"plugins/chess/rules.hpp\"", host);
  forbidden("host/util/text.hpp", "\"../plugins/chess/chess.h\"", host);
  forbidden("host/stats/mean.hpp", "\"host/util/text.hpp\"", stats);
  forbidden("host/stats/mean.cpp", "<agon/types.h>", stats);
  forbidden("plugins/chess/rules.cpp", "<agon/types.h>", rules);
  forbidden("plugins/chess/rules.hpp", "\"host/util/text.hpp\"", rules);
  forbidden("host/cli/play.cpp", "<boost/dll.hpp>", "Boost.DLL is for host/plugin alone");
  forbidden("plugins/chess/game.cpp", "<boost/dll/shared_library.hpp>", "Boost.DLL is for host/plugin alone");
  const Sound project;
  project.write("plugins/chess/chess.h", "#include <agon/types.h>\n");
  CHECK(architecture::forbidden_includes(project.path()).size() == 2);  // of rules.hpp, and of rules.cpp behind it
}

TEST_CASE("a game's name is noticed wherever it stands as a word") {
  names("host/text.cpp", "if (game == \"Go\") return;", true);
  names("host/CMakeLists.txt", "add_library(go_rules)", true);
  names("sdk/include/agon/types.h", "/* \"GO/1\" */", true);
  names("host/text.cpp", "go::Board board;", true);
  names("host/text.cpp", "// a good word, cargo, and ergo", false);
  names("host/text.cpp", "// on they go: a verb, and UCI's command", false);
  names("sdk/include/agon/topcoder/game.hpp", "class Go {};", false);
  names("plugins/chess/rules.cpp", "// like go", false);
}

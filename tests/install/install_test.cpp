// Agon as it is installed: moved to another place, it plays, and plugins are built against it with nothing else at
// hand.
#include "tests/install/installed.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using install::has;
using install::installed;
using install::output;
using install::run;
using install::Words;
using support::TemporaryFolder;

constexpr const char* strategy = R"(
#include <tonga/tonga.hpp>

class First : public tonga::Strategy {
  tonga::Cell move(const tonga::Position& position) override { return position.empty().front(); }
};

AGON_STRATEGY(First, .id = "first", .version = "1.0.0", .summary = "takes the first cell")
)";

/// The contest's question, answered by the library that comes with its game.
constexpr const char* sage = R"(
#include <inc/solve.hpp>
using namespace std;

class Sage {
 public:
  vector<string> finalBoard(vector<string> board, int turns, int inc) { return inc::final_board(board, turns, inc); }
};

AGON_TOPCODER_FUNCTION(Sage, finalBoard)
)";

constexpr const char* project = R"(
cmake_minimum_required(VERSION 3.25)
project(outside LANGUAGES C CXX)
find_package(agon 1.0 REQUIRED)
agon_add_strategy(first GAME tonga SOURCES first.cpp)
agon_add_strategy(old GAME tonga SOURCES old_contest_class.cpp TOPCODER)
agon_add_strategy(sage GAME inc SOURCES sage.cpp LIBRARIES agon::inc TOPCODER)
agon_add_game(pebbles SOURCES pebbles.c)
agon_add_strategy(gatherer GAME pebbles SOURCES gatherer.c)
enable_testing()
set(gatherer --plugin $<TARGET_FILE:pebbles_gatherer>)
add_test(NAME plays COMMAND agon::host --game $<TARGET_FILE:pebbles_game> ${gatherer} ${gatherer} --quiet)
)";

/// A project that holds C alone, and says which version it wants.
std::string c_project(const std::string& version) {
  return "cmake_minimum_required(VERSION 3.25)\nproject(outside LANGUAGES C)\nfind_package(agon " + version +
         " REQUIRED)\nagon_add_strategy(gatherer GAME pebbles SOURCES gatherer.c)\n";
}

/// A project of somebody's own.
struct Project : TemporaryFolder {
  explicit Project(const std::string& text) {
    write("CMakeLists.txt", text);
    write("first.cpp", strategy);
    write("sage.cpp", sage);
    const fs::path sources = AGON_TEST_SOURCES;
    copy(sources / "tests/plugins/tonga/old_contest_class.cpp", "old_contest_class.cpp");
    copy(sources / "tests/support/old_habits.hpp", "old_habits.hpp");
    for (const char* const name : {"beach.h", "pebbles.c", "gatherer.c"}) copy(sources / "tests/abi/1.0" / name, name);
  }

  /// Told nothing but where Agon is.
  [[nodiscard]] support::Result configure(const fs::path& prefix) const {
    return run({AGON_TEST_CMAKE, "-S", path(), "-B", path() / "build", "-G", AGON_TEST_GENERATOR,
                std::string("-DCMAKE_C_COMPILER=") + AGON_TEST_C, std::string("-DCMAKE_CXX_COMPILER=") + AGON_TEST_CXX,
                "-DCMAKE_PREFIX_PATH=" + prefix.string()});
  }

  void build(const fs::path& prefix) const {
    const support::Result result = configure(prefix);
    INFO(result.out << result.err);
    REQUIRE(result.code == 0);
    output({AGON_TEST_CMAKE, "--build", path() / "build"});
  }
};

Words match(const fs::path& program, const fs::path& plugin) {
  return {program, "--game", "tonga", "--set", "n=6", "--plugin", plugin, "--plugin", "greedy", "--board", "none"};
}

}  // namespace

TEST_CASE("an installed tree may be moved: it finds its own plugins and its worker, and plays in the sandbox") {
  const std::string listed = output({installed().program(), "list"});
  CHECK(has(listed, installed().prefix().string()));
  CHECK_FALSE(has(listed, AGON_TEST_BUILD));
  const std::string played = output(match(installed().program(), "random"));
  CHECK(has(played, "contest"));
}

TEST_CASE("the installed program finds its search, which takes Optuna") {
  const std::string tuned =
      output({installed().program(), "tune", "--game", "tonga", "--set", "n=6", "--plugin", "server", "--sampler",
              "random", "--matches", "80", "--check", "20001-20006", "--no-db", "--quiet"});
  CHECK(has(tuned, "Tuned server for tonga"));
}

TEST_CASE("a message that points to a document names a file that is there") {
  const TemporaryFolder folder;
  folder.write("bad.json", R"({"agon": 1})");
  for (const fs::path& program : {installed().program(), fs::path(AGON_TEST_BUILD) / "bin/host"}) {
    const support::Result result = run({program, "replay", folder.path() / "bad.json"});
    CAPTURE(result.err);
    const std::size_t at = result.err.find("; see ");
    REQUIRE(at != std::string::npos);
    const std::string file = support::lines_of(result.err.substr(at + 6)).at(0);
    CHECK(fs::path(file).filename() == "transcript.schema.json");
    CHECK(fs::exists(file));
  }
}

TEST_CASE("nothing installed holds a path of the build, the sources or the place it was installed at first") {
  for (const auto& entry : fs::recursive_directory_iterator(installed().prefix())) {
    if (!entry.is_regular_file()) continue;
    const std::string content = support::content(entry.path());
    INFO(entry.path());
    CHECK_FALSE(has(content, AGON_TEST_BUILD));
    CHECK_FALSE(has(content, AGON_TEST_SOURCES));
    CHECK_FALSE(has(content, (installed().prefix().parent_path() / "first").string()));
  }
}

TEST_CASE("a program called host is installed nowhere that a shell looks for programs") {
  CHECK(support::names_in(installed().prefix() / "bin") == Words{"agon"});
}

TEST_CASE("a project with find_package(agon) builds strategies and a game of its own, and plays them in a test") {
  const Project outside(project);
  outside.build(installed().prefix());
  const fs::path built = outside.path() / "build";
  const std::string tonga = output({installed().program(), "--game", "tonga", "--set", "n=6", "--plugin",
                                    built / "first.so", "--plugin", built / "old.so", "--board", "none"});
  const std::string inc =
      output({installed().program(), "--game", "inc", "--plugin", built / "sage.so", "--board", "none"});
  const Words lines = support::lines_of(tonga + inc);
  for (const std::string name : {"first ", "pseudotonga ", "sage "}) {
    CAPTURE(name);
    CHECK(std::any_of(lines.begin(), lines.end(),
                      [&](const std::string& line) { return has(line, name) && line.ends_with("ok"); }));
  }
  output({"ctest", "--output-on-failure"}, built);
}

TEST_CASE("the build tree serves other projects as the installed one does, and a project may be all C") {
  const Project outside(c_project("1.0"));
  outside.build(AGON_TEST_BUILD);
  CHECK(fs::exists(outside.path() / "build/gatherer.so"));
}

TEST_CASE("a project that wants another major version is refused") {
  const support::Result result = Project(c_project("2.0")).configure(installed().prefix());
  CHECK(result.code != 0);
  CHECK(has(result.err, "requested version \"2.0\""));
}

TEST_CASE("pkg-config tells what a strategy is compiled with, and where plugins lie") {
  const fs::path description = installed().prefix() / "share/pkgconfig";
  const TemporaryFolder folder;
  folder.write("first.cpp", strategy);
  const support::Result result = support::run(
      {.words = {"sh", "-c",
                 "eval \"$0 -std=c++20 -shared -fPIC $(pkg-config --cflags agon) first.cpp -o first.so\" && "
                 "eval \"printf '%s\\n' $(pkg-config --variable=plugindir agon)\"",
                 AGON_TEST_CXX},
       .folder = folder.path(),
       .environment = {{"PKG_CONFIG_PATH", description.string()}}});
  INFO(result.err);
  REQUIRE(result.code == 0);
  CHECK(fs::equivalent(support::lines_of(result.out).at(0), installed().prefix() / "lib/agon/plugins"));
  CHECK(has(output(match(installed().program(), folder.path() / "first.so")), "first"));
}

// Much of it is what other tests of `new` do in the build tree.
TEST_SUITE("slow" * doctest::skip()) {
  TEST_CASE("what 'agon new' prints is typed as it stands, from a prefix that was moved and has a blank in its name") {
    const TemporaryFolder folder;
    const auto typed = [&](const std::string& line) {
      return output({"sh", "-c", "PATH=$0:$PATH && " + line, installed().prefix() / "bin"}, folder.path());
    };
    for (const std::string what : {"strategy --game tonga --language c lynx", "game hill"}) {
      std::string printed;
      for (const std::string& line : support::lines_of(typed("agon new " + what))) {
        if (line.starts_with("  ")) printed += typed(line);
      }
      CHECK(has(printed, what == "game hill" ? "mybot/ is a strategy for hill" : "lynx"));
      CHECK(has(printed, "contest"));
    }
  }
}

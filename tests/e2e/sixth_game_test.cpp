// A sixth, tiny game and its strategies are built out of the tree, against the SDK alone, the way their author would do
// it, and played with the host as it is. They are those that are frozen with ABI 1.0 (tests/abi), where more is played.
#include "tests/e2e/host.hpp"

#include <fstream>

using namespace e2e;

namespace {

/// The sources of the game, copied to a folder, and what became of them there.
class BeachWorkshop {
 public:
  BeachWorkshop() {
    fs::create_directory(plugins());
    for (const char* const source : {"beach.h", "pebbles.c", "gatherer.c", "wader.cpp"}) {
      folder_.copy(source_folder / "tests/abi/1.0" / source, source);
    }
    compile("cc -std=c99 -shared -fPIC -fvisibility=hidden", "pebbles.c", "plugins/pebbles.so");
    compile("cc -std=c99 -shared -fPIC -fvisibility=hidden", "gatherer.c", "plugins/gatherer.so");
    compile("c++ -std=c++20 -shared -fPIC -fvisibility=hidden -fno-gnu-unique", "wader.cpp", "plugins/wader.so");
  }

  [[nodiscard]] const fs::path& path() const { return folder_.path(); }
  [[nodiscard]] fs::path plugins() const { return folder_.path() / "plugins"; }

  [[nodiscard]] Result host(const Words& arguments) const {
    Command command = e2e::host(arguments, folder_.path());
    command.environment["AGON_GAME_PATH"] = plugins();
    return run(command);
  }

 private:
  // No sanitizers, even where the host has some: an author's library comes without them, and must work.
  void compile(const std::string& compiler, const std::string& source, const std::string& library) const {
    const std::string line = compiler + " -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Wl,-z,defs -I '" +
                             (source_folder / "sdk/include").string() + "' " + source + " -o " + library;
    const Result result = run({.words = {"sh", "-c", line}, .folder = folder_.path()});
    INFO(line);
    INFO(result.err);
    REQUIRE(result.code == 0);
  }

  TemporaryFolder folder_;
};

/// Compiled once: the compilers take longer than all the matches.
const BeachWorkshop& beach_workshop() {
  static const BeachWorkshop built;
  return built;
}

Words match(const Words& more = {}) {
  return with({"--game", "pebbles", "--plugin", "gatherer", "--plugin", "wader", "--seats", "listed"}, more);
}

/// What a library needs to be loaded, as readelf says it.
std::string needed(const fs::path& library) {
  const Result result = done({.words = {"readelf", "-d", library}});
  return result.out;
}

}  // namespace

TEST_CASE("a strategy in C needs no C++ runtime, nor anything but the C library") {
  for (const char* const name : {"pebbles.so", "gatherer.so"}) {
    const std::string dynamic = needed(beach_workshop().plugins() / name);
    CHECK(has(dynamic, "libc.so"));
    CHECK(!has(dynamic, "libstdc++"));
    CHECK(!has(dynamic, "libgcc"));
  }
  CHECK(has(needed(beach_workshop().plugins() / "wader.so"), "libstdc++"));
}

TEST_CASE("a game that declares no layout has no structs to print, and the host says so") {
  for (const Words& words :
       {Words{"info", "pebbles", "--protocol"}, Words{"info", "pebbles", "--protocol", "--json"}}) {
    const Result refused = beach_workshop().host(words);
    CHECK(refused.code == 3);
    CHECK(refused.out == "");
    CHECK(refused.err == "host: the game pebbles does not declare the structs of its protocol (agon.layout/1)\n");
  }
}

TEST_CASE("the game and its strategies are found by their paths, too") {
  const Command command = host({"--game", "plugins/pebbles.so", "--plugin", "./plugins/gatherer.so,leave=2,name=mild",
                                "--plugin", "plugins/wader.so", "--json"},
                               beach_workshop().path());
  const Result result = run(command);
  CHECK(result.err == "");
  CHECK(result.code == 0);
  CHECK(has(result.out, "\"leave\":\"2\""));
  CHECK(has(result.out, "\"name\":\"mild\""));
}

TEST_CASE("what its chance revealed is recorded, and another thing is refused when the match is replayed") {
  REQUIRE(beach_workshop().host(match({"--record", "match.json", "--quiet"})).code == 0);
  const Json record = parse_json(content(beach_workshop().path() / "match.json"));
  bool twice = false;
  std::int64_t before = -1;
  for (const Json& action : record.at("actions")) {
    twice = twice || action.at("seat") == before;
    before = action.at("seat").get<std::int64_t>();
  }
  CHECK(twice);  // several actions inside one turn

  Json altered = record;
  REQUIRE(has(altered.at("actions").at(0).at("reveals").get<std::string>(), "gull "));
  altered.at("actions").at(0).at("reveals") = "gull 5";
  std::ofstream(beach_workshop().path() / "altered.json") << support::to_text(altered) << "\n";
  const Result refused = beach_workshop().host({"replay", "altered.json", "--quiet"});
  CHECK(refused.code == 1);
  CHECK(has(refused.err, "altered.json, action 1: it reveals 'gull "));
}

TEST_CASE("fewer strategies than the game has seats meet its own, and more are refused") {
  CHECK(beach_workshop().host({"--game", "pebbles", "--plugin", "wader", "--quiet"}).code == 0);
  const Result many = beach_workshop().host(match({"--plugin", "wader", "--plugin", "wader", "--plugin", "wader"}));
  CHECK(many.code == 2);
  CHECK(many.err == "host: 5 plugins are too many: pebbles has 4 seats; 'host tournament' takes more\n");
}

TEST_CASE("a strategy for another game is refused, whichever way round") {
  const Result pebbles = beach_workshop().host({"--game", "tonga", "--plugin", "plugins/gatherer.so"});
  CHECK(pebbles.code == 3);
  CHECK(has(pebbles.err, "plugins/gatherer.so holds no strategy for tonga (tonga/1)"));
  CHECK(has(pebbles.err, "the strategy gatherer for pebbles (pebbles/1)"));
  const Result tonga = beach_workshop().host(match({"--plugin", "greedy"}));
  CHECK(tonga.code == 2);
  CHECK(has(tonga.err, "no strategy called 'greedy' for pebbles"));
}

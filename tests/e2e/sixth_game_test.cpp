// A sixth, tiny game is built out of the tree, against the SDK alone, the way its author would do it, and played with
// the host as it is.
#include "tests/e2e/golden.hpp"
#include "tests/e2e/host.hpp"

#include <algorithm>
#include <fstream>

using namespace e2e;

namespace {

/// The sources of the game, copied to a folder, and what became of them there.
class HeapsWorkshop {
 public:
  HeapsWorkshop() {
    fs::create_directory(plugins());
    for (const fs::directory_entry& source : fs::directory_iterator(source_folder / "tests/e2e/sixth_game")) {
      folder_.copy(source.path(), source.path().filename());
    }
    compile("cc -std=c99 -shared -fPIC -fvisibility=hidden", "crow.c", "plugins/crow.so");
    compile("cc -std=c99 -shared -fPIC -fvisibility=hidden", "hungry.c", "plugins/hungry.so");
    compile("c++ -std=c++20 -shared -fPIC -fvisibility=hidden -fno-gnu-unique", "patient.cpp", "plugins/patient.so");
  }

  [[nodiscard]] const fs::path& path() const { return folder_.path(); }
  [[nodiscard]] fs::path plugins() const { return folder_.path() / "plugins"; }

  [[nodiscard]] Result host(const Words& arguments) const {
    Command command = e2e::host(arguments, folder_.path());
    command.environment["AGON_GAME_PATH"] = plugins();
    return run(command);
  }

  /// The same, with success expected; its output.
  [[nodiscard]] std::string output(const Words& arguments) const {
    const Result result = host(arguments);
    INFO(result.err);
    REQUIRE(result.code == 0);
    return result.out;
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
const HeapsWorkshop& heaps_workshop() {
  static const HeapsWorkshop built;
  return built;
}

Words match(const Words& more = {}) {
  return with({"--game", "crow", "--plugin", "hungry", "--plugin", "patient", "--seats", "listed"}, more);
}

/// What a library needs to be loaded, as readelf says it.
std::string needed(const fs::path& library) {
  const Result result = done({.words = {"readelf", "-d", library}});
  return result.out;
}

}  // namespace

TEST_CASE("a strategy in C needs no C++ runtime, nor anything but the C library") {
  for (const char* const name : {"crow.so", "hungry.so"}) {
    const std::string dynamic = needed(heaps_workshop().plugins() / name);
    CHECK(has(dynamic, "libc.so"));
    CHECK(!has(dynamic, "libstdc++"));
    CHECK(!has(dynamic, "libgcc"));
  }
  CHECK(has(needed(heaps_workshop().plugins() / "patient.so"), "libstdc++"));
}

TEST_CASE("list and info tell of a game that the host has never heard of") {
  const std::string listed = heaps_workshop().output({"list"});
  for (const char* const word : {"crow ", "2-4", "crow/hungry", "crow/patient", "one stone at a time", "tonga"}) {
    CAPTURE(word);
    CHECK(has(listed, word));
  }
  const std::string told =
      support::replaced(heaps_workshop().output({"info", "crow"}), heaps_workshop().path().string(), "FOLDER");
  check_golden("sixth_info.txt", told);
}

TEST_CASE("a game that declares no layout has no structs to print, and the host says so") {
  for (const Words& words : {Words{"info", "crow", "--protocol"}, Words{"info", "crow", "--protocol", "--json"}}) {
    const Result refused = heaps_workshop().host(words);
    CHECK(refused.code == 3);
    CHECK(refused.out == "");
    CHECK(refused.err == "host: the game crow does not declare the structs of its protocol (agon.layout/1)\n");
  }
}

TEST_CASE("a game that was built out of tree is played, with its board and its scores") {
  check_golden("sixth_match.txt", normalised(heaps_workshop().output(match()), heaps_workshop().path()));
  check_golden("sixth_moves.txt",
               normalised(heaps_workshop().output(match({"--set", "heaps=2", "--board", "moves"})), {}));
}

TEST_CASE("the game and its strategies are found by their paths, too") {
  const Command command = host({"--game", "plugins/crow.so", "--plugin", "./plugins/hungry.so,leave=2,name=mild",
                                "--plugin", "plugins/patient.so", "--json"},
                               heaps_workshop().path());
  const Result result = run(command);
  CHECK(result.err == "");
  CHECK(result.code == 0);
  CHECK(has(result.out, "\"leave\":\"2\""));
  CHECK(has(result.out, "\"name\":\"mild\""));
}

TEST_CASE("its matches are recorded, with what its chance revealed, and replayed") {
  static_cast<void>(heaps_workshop().output(match({"--record", "match.json", "--quiet"})));
  const std::string line = content(heaps_workshop().path() / "match.json");
  check_golden("sixth_match.json", normalised_json(line));
  const Json record = parse_json(line);
  bool revealed = false;
  bool twice = false;
  std::int64_t before = -1;
  for (const Json& action : record.at("actions")) {
    revealed = revealed || (action.contains("reveals") && action.at("reveals").get<std::string>().starts_with("crow "));
    twice = twice || action.at("seat") == before;
    before = action.at("seat").get<std::int64_t>();
  }
  CHECK(revealed);
  CHECK(twice);  // several actions inside one turn
  CHECK(has(heaps_workshop().output({"replay", "match.json"}), "as recorded"));

  Json altered = record;
  altered.at("actions").at(0).at("reveals") = "crow 5";
  std::ofstream(heaps_workshop().path() / "altered.json") << support::to_text(altered) << "\n";
  const Result refused = heaps_workshop().host({"replay", "altered.json", "--quiet"});
  CHECK(refused.code == 1);
  CHECK(has(refused.err, "altered.json, action 1: it reveals 'crow "));
}

TEST_CASE("its results come as JSON, for several seeds, and from its own draws") {
  const Words lines = lines_of(heaps_workshop().output(match({"--seeds", "1-6", "--json"})));
  REQUIRE(lines.size() == 7);
  std::vector<int> heaps;
  for (std::size_t index = 0; index < 6; ++index) {
    heaps.push_back(parse_json(lines[index]).at("setup").at("parameters").at("heaps").get<int>());
  }
  CHECK(std::adjacent_find(heaps.begin(), heaps.end(), std::not_equal_to<>()) != heaps.end());
  const Json whole = parse_json(lines.back()).at("run");
  CHECK(whole.at("contest") == "sum");
  CHECK(whole.at("strategies").at(0).at("matches") == 6);
}

TEST_CASE("its seats are as many as there are strategies, from its least to its most") {
  for (std::size_t count = 2; count <= 4; ++count) {
    Words words = {"--game", "crow", "--json"};
    for (std::size_t seat = 0; seat < count; ++seat) {
      words.insert(words.end(), {"--plugin", seat % 2 == 0 ? "patient" : "hungry,leave=" + std::to_string(seat)});
    }
    const Json result = parse_json(heaps_workshop().output(words));
    CHECK(result.at("seats").size() == count);
    CHECK(result.at("result").at("scores").size() == count);
  }
  const Result few = heaps_workshop().host({"--game", "crow", "--plugin", "hungry"});
  CHECK(few.code == 2);
  CHECK(few.err == "host: crow has 2 seats and no default opponent: name 1 more with --plugin\n");
  const Result many = heaps_workshop().host(match({"--plugin", "hungry", "--plugin", "hungry", "--plugin", "hungry"}));
  CHECK(many.code == 2);
  CHECK(many.err == "host: 5 plugins are too many: crow has 4 seats; 'host tournament' takes more\n");
}

TEST_CASE("what its strategy logs is shown with --log, and only then") {
  CHECK(has(heaps_workshop().host(match({"--log"})).err, "patient (seat 1): the crow took from "));
  CHECK(heaps_workshop().host(match()).err == "");
}

TEST_CASE("a strategy for another game is refused, whichever way round") {
  const Result crow = heaps_workshop().host({"--game", "tonga", "--plugin", "plugins/hungry.so"});
  CHECK(crow.code == 3);
  CHECK(has(crow.err, "plugins/hungry.so holds no strategy for tonga (tonga/1)"));
  CHECK(has(crow.err, "the strategy hungry for crow (crow/1)"));
  const Result tonga = heaps_workshop().host(match({"--plugin", "greedy"}));
  CHECK(tonga.code == 2);
  CHECK(has(tonga.err, "no strategy called 'greedy' for crow"));
}

#ifndef AGON_SANITIZED  // whose allocator and signals are not those that a library meets elsewhere
TEST_CASE("the game and its strategies pass every check of a plugin") {
  for (const char* const library : {"plugins/crow.so", "plugins/hungry.so", "plugins/patient.so"}) {
    CAPTURE(library);
    const Result result = heaps_workshop().host({"validate", library, "--quiet", "--reproduce", "1"});
    INFO(result.out);
    CHECK(result.code == 0);
  }
}
#endif

// Plugins that were built for ABI 1.0 work with today's host as they did then: games and strategies in C, through the
// C++ glue and as a contest's class. So do their sources, built with today's headers. 1.0/recorded.jsonl holds their
// matches as 1.0's host recorded them.
#include "tests/e2e/host.hpp"

#include <algorithm>

using namespace e2e;

namespace {

const fs::path recorded = source_folder / "tests/abi/1.0/recorded.jsonl";

Command command(const Words& arguments, const fs::path& folder = {}, const char* plugins = AGON_BINARIES) {
  Command command = host(arguments, folder);
  command.environment["AGON_GAME_PATH"] = plugins;
  return command;
}

/// Every kind of plugin against every other that there is, with options and parameters of all kinds, and failures.
const std::vector<Words> matches = {
    {"--game", "pebbles", "--plugin", "gatherer", "--plugin", "wader", "--seeds", "1-3", "--seats", "rotate"},
    {"--game", "pebbles", "--plugin", "gatherer,leave=2,share=0.5,careful=no,pick=last,motto=sand", "--plugin",
     "wader,most=2", "--plugin", "gatherer", "--plugin", "wader", "--seed", "4", "--set",
     "heaps=5,weight=0.25,gull=no,order=back,note="},
    {"--game", "pebbles", "--plugin", "gatherer,motto=cheat", "--plugin", "wader", "--plugin", "gatherer,motto=give up",
     "--seed", "5", "--set", "note=all of it", "--seats", "listed"},
    {"--game", "shells", "--plugin", "gatherer", "--plugin", "digger", "--seeds", "1-3", "--seats", "rotate"},
    {"--game", "shells", "--plugin", "digger", "--plugin", "digger", "--plugin", "gatherer,pick=last", "--seed", "4",
     "--set", "weight=2.5,gull=no,order=back,name="},
    {"--game", "shells", "--plugin", "gatherer", "--seed", "5", "--set", "heap=one"},
    {"--game", "tonga", "--plugin", "knighttonga", "--plugin", "knighttonga", "--seeds", "1-3"},
};

/// There is no binary of the strategy "digger", to keep the folder small.
constexpr const char* only_rebuilt = "digger";

/// Those that these plugins can play, as transcripts, one a line.
std::string play(const std::string& isolation, const std::string& plugins) {
  const TemporaryFolder folder;
  std::string lines;
  for (std::size_t index = 0; index < matches.size(); ++index) {
    Words words = matches[index];
    if (plugins != AGON_REBUILT && std::find(words.begin(), words.end(), only_rebuilt) != words.end()) continue;
    const std::string file = std::to_string(index) + ".jsonl";
    words.insert(words.end(), {"--record", file, "--quiet", "--no-db", "--isolation", isolation});
    done(command(words, folder.path(), plugins.c_str()));
    lines += content(folder.path() / file);
  }
  return normalised_json(lines);
}

/// What a match is, apart from times, and from fields that later hosts may add to a transcript.
Json essence(const Json& all) {
  Json kept = {{"game", all.at("game").at("id")}, {"setup", all.at("setup")}, {"actions", Json::array()}};
  for (const Json& seat : all.at("seats")) kept["seats"].push_back({seat.at("strategy"), seat.at("options")});
  for (const Json& event : all.at("actions")) {
    kept["actions"].push_back({event.at("seat"), event.value("action", ""), event.value("reveals", "")});
    if (event.contains("forfeit")) kept["actions"].push_back(event.at("forfeit").at("kind"));
  }
  for (const char* const key : {"scores", "contest", "turns"}) kept[key] = all.at("result").at(key);
  for (const Json& outcome : all.at("result").at("outcomes"))
    kept["outcomes"].push_back({outcome.at("kind"), outcome.value("reason", "")});
  return kept;
}

void check_as_recorded(const std::string& played, const std::string& plugins) {
  const std::vector<Json> now = objects(played);
  std::vector<Json> then = objects(content(recorded));
  if (plugins != AGON_REBUILT)
    std::erase_if(then, [](const Json& match) { return has(support::to_text(match), only_rebuilt); });
  REQUIRE(now.size() == then.size());
  for (std::size_t index = 0; index < now.size(); ++index) {
    CAPTURE(index);
    CHECK(essence(now[index]) == essence(then[index]));
  }
}

}  // namespace

TEST_CASE("plugins built for ABI 1.0 play as they did then, in the sandbox and inside the host") {
  for (const char* const isolation : {"sandbox", "none"}) {
    CAPTURE(isolation);
    check_as_recorded(play(isolation, AGON_BINARIES), AGON_BINARIES);
  }
}

TEST_CASE("sources of plugins for ABI 1.0, built with today's headers, play as the plugins did then") {
  const std::string played = play("sandbox", AGON_REBUILT);
  if (!support::updates_golden(recorded, played)) check_as_recorded(played, AGON_REBUILT);
}

TEST_CASE("matches that 1.0's host recorded are replayed, and come out as recorded") {
  CHECK(has(done(command({"replay", recorded})).out, "as recorded"));
}

TEST_CASE("plugins built for ABI 1.0 are listed, with what they declare") {
  const std::string listed = done(command({"list"})).out;
  for (const char* const word :
       {"pebbles/gatherer", "pebbles/wader", "shells/gatherer", "knighttonga", "two to four seats take shells"}) {
    CAPTURE(word);
    CHECK(has(listed, word));
  }
  const std::string told = done(command({"info", "pebbles"})).out;
  for (const char* const word : {"Take stones from one heap.", "North", "West", "0.25 to 4", "forth | back",
                                 "how many heaps there are", "which of the largest heaps", "0.75"}) {
    CAPTURE(word);
    CHECK(has(told, word));
  }
}

TEST_CASE("games built for ABI 1.0 draw themselves") {
  for (const char* const each : {"pebbles", "shells"}) {
    const std::string board =
        done(command({"--game", each, "--plugin", "gatherer", "--set", "heaps=4", "--board", "final", "--no-db"})).out;
    CAPTURE(board);
    CHECK(has(board, "as all see it"));
    CHECK(has(board, "beach"));
    CHECK(has(board, "0  0  0"));
  }
}

TEST_CASE("strategies built for ABI 1.0 write to the log") {
  const Result result = run(command({"--game", "pebbles", "--plugin", "wader,most=2", "--plugin",
                                     "gatherer,motto=the sea,share=0.1", "--seats", "listed", "--log", "--no-db"}));
  CAPTURE(result.err);
  CHECK(result.code == 0);
  CHECK(has(result.err, "gatherer (East): the sea"));
  CHECK(has(result.err, "gatherer (East): a gull"));
  CHECK(has(result.err, "wader (North): the gull took from"));
}

TEST_CASE("what plugins built for ABI 1.0 refuse is refused with their sentence") {
  const auto refusal = [](const Words& arguments) {
    const Result result = run(command(arguments));
    CHECK(result.code == 2);
    return result.err;
  };
  CHECK(has(refusal({"--game", "pebbles", "--plugin", "wader", "--set", "note=storm"}), "nobody plays on the beach"));
  CHECK(has(refusal({"--game", "shells", "--plugin", "gatherer", "--set", "name=storm"}), "nobody plays in a storm"));
  CHECK(has(refusal({"--game", "pebbles", "--plugin", "gatherer,motto=none"}), "it takes a better one"));
  CHECK(has(refusal({"--game", "pebbles", "--plugin", "wader,refuse=yes please"}), "as you like"));
}

TEST_CASE("a text set to nothing is recorded as a value, an absent one is not recorded") {
  bool empty = false;
  bool absent = false;
  for (const Json& match : objects(content(recorded))) {
    if (match.at("game").at("id") != "pebbles") continue;
    const Json& parameters = match.at("setup").at("parameters");
    if (!parameters.contains("note")) {
      absent = true;
    } else if (parameters.at("note") == "") {
      empty = true;
    }
  }
  CHECK(empty);
  CHECK(absent);
}

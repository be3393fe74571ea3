// Engines that speak UCI take a seat like any program.
#include "tests/programs/scripts.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace {

using namespace programs;

namespace fs = std::filesystem;

const std::string walker = "uci:" AGON_TEST_ENGINE;
constexpr const char* walk = "fen=k7/8/8/8/8/8/8/K2R4 w - - 0 1";

Words chess(const Words& more) {
  Words words = {"--game", "chess", "--no-db"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

support::Result played(const Stage& stage, const Words& more) {
  const support::Result result = stage.host(chess(more));
  REQUIRE_MESSAGE(result.code == 0, result.err);
  return result;
}

/// One match of the engine, on seat 0, against itself without faults.
support::Json match(const std::string& engine, const Words& more = {}) {
  const Stage stage;
  Words words = {"--set", walk,       "--seats",           "listed",   "--plugin",
                 engine,  "--plugin", walker + ",nodes=1", "--record", "match.json"};
  words.insert(words.end(), more.begin(), more.end());
  played(stage, words);
  return support::parse_json(support::content(stage.path() / "match.json"));
}

void fails(const std::string& options, const std::string& kind, const std::string& reason, const Words& more = {}) {
  const support::Json failed = match(walker + options, more);
  CAPTURE(options);
  CHECK(kind_of(failed) == kind);
  CHECK_MESSAGE(contains(reason_of(failed), reason), reason_of(failed));
}

void refuses(const Words& words, const std::string& sentence) {
  const Stage stage;
  const support::Result result = stage.host(words);
  CAPTURE(sentence);
  CHECK(result.code == 2);
  CHECK_MESSAGE(contains(complaints(result), sentence), result.err);
}

/// The lines that the engine has got to begin its searches.
std::string searches(const std::string& options, const Words& more = {}) {
  const Stage stage;
  Words words = {"--set",    walk,
                 "--seats",  "listed",
                 "--plugin", walker + ",Echo=yes,name=echo" + options,
                 "--plugin", walker + ",nodes=1",
                 "--log",    "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  return played(stage, words).err;
}

bool is_installed(const std::string& engine) {
  if (fs::exists(engine)) return true;
  MESSAGE("skipped: " << engine << " is not installed");
  return false;
}

}  // namespace

TEST_CASE("engines play a match to its end") {
  const support::Json whole = match(walker + ",nodes=1");
  CHECK(whole.at("actions").size() == 100);
  CHECK(whole.at("seats").at(0).at("strategy") == "engine");
  CHECK(kind_of(whole) == "ok");
  CHECK(whole.at("result").at("scores").at(0) == 0.5);
}

TEST_CASE("nodes, depth and movetime limit a search; without them the engine gets the clock") {
  CHECK(contains(searches(",nodes=7,Hash=5"), "info depth 1 score cp 5 string go nodes 7\n"));
  CHECK(contains(searches(",depth=3,movetime=20"), "string go depth 3 movetime 20\n"));
  CHECK(contains(searches(",time=5"), "string go wtime 49"));
  CHECK(contains(searches(",time=5,increment=0.25"), " winc 250 binc 250\n"));
  CHECK(contains(searches(",time=0,turn-time=0.1"), "string go movetime "));
}

TEST_CASE("what an engine says of its best line stands in the transcript: a pawn is 100 points of Elo") {
  const support::Json whole = match(walker + ",nodes=1");
  const support::Json& told = whole.at("usage").at("evaluations").at(0);
  CHECK(told.at("share").get<double>() == doctest::Approx(0.640065));
  CHECK(told.at("depth") == 2);
  CHECK(told.at("nodes") == 12);
  CHECK(
      told.at("line").get<std::string>().starts_with(whole.at("actions").at(0).at("action").get<std::string>() + " "));
}

TEST_CASE("an engine lists its options") {
  const Stage stage;
  const std::string out = stage.host({"info", walker}).out;
  CHECK(contains(out, "Walker 1.0 by the tests\n"));
  CHECK(contains(out, "nodes "));
  CHECK(contains(out, "Weights File "));
  CHECK(!contains(out, "Clear Hash"));
  const support::Json json = support::parse_json(stage.host({"info", walker, "--json"}).out);
  CHECK(json.at("options").at(3).at("name") == "Hash");
  CHECK(json.at("options").at(3).at("range") == "1 to 64");
  CHECK(json.at("options").at(4).at("default") == "no");
}

TEST_CASE("an option that an engine does not have, or whose value is out of range, is refused before the first match") {
  const auto plays = [](const std::string& options) { return chess({"--plugin", walker + options}); };
  refuses(plays(",nodes=1,Hsh=2"), "the engine has no option 'Hsh' (did you mean 'Hash'?)");
  refuses(plays(",nodes=1,Hash=65"), "the option Hash=65: it takes 1 to 64");
  refuses(plays(",nodes=1,Fault=rain"), "the option Fault=rain: it takes ");
  refuses(plays(",nodes=many"), "the option nodes=many: it takes 1 to ");
  refuses(plays(",time=0"), "an engine without a limit of time needs nodes=N, depth=N or movetime=MS");
  refuses({"--game", "tonga", "--no-db", "--plugin", walker + ",nodes=1", "--plugin", "random"},
          "the game tonga is not known to engines (agon.uci/1)");
  refuses({"validate", walker, "--game", "chess"}, "the checks are for programs that speak Agon's own lines");
  refuses(chess({"--plugin", "uci:"}), "as in 'uci:./engine'");
}

TEST_CASE("what an engine does wrong is told in one sentence") {
  fails(",nodes=1,Fault=illegal", "illegal", "a1h8 is no legal move in k7/8/8/8/8/8/8/K2R4 w");
  fails(",nodes=1,Fault=nonsense", "illegal", "it answered '(none)': '(none)' is no move");
  fails(",nodes=1,Fault=crash", "crash", "it crashed (SIGSEGV)");
  fails(",nodes=1,Fault=exit", "exit", "with exit status 3; the end of its standard error: no network");
  fails(",nodes=1,Fault=stall", "stall", "it did not answer within 1 s by the clock: the host waits for 'bestmove'",
        {"--wall", "1"});
  fails(",nodes=1,Fault=deaf", "stall", "the host waits for 'readyok'", {"--wall", "1"});
  const support::Json mute = match("'" + walker + " mute',nodes=1,start=0.1");
  CHECK(kind_of(mute) == "load");
  CHECK_MESSAGE(contains(reason_of(mute), "'uciok'"), reason_of(mute));
}

TEST_CASE("a file that an engine can't read is told in one sentence, with the option that opens it") {
  const Stage stage;
  stage.write("net.bin", "weights");
  const std::string file = (stage.path() / "net.bin").string();
  fails(",nodes=1,Weights File=/no/such.bin", "exit",
        "with exit status 1; it said 'ERROR: The network file /no/such.bin was not loaded successfully.'");
  fails(",nodes=1,Weights File=" + file, "exit", "the option read=FOLDER opens another");
  CHECK(kind_of(match(walker + ",nodes=1,Weights File=" + file + ",read=" + stage.path().string())) == "ok");
  refuses(chess({"--plugin", walker + ",nodes=1,read=/no/such.bin"}),
          "read=/no/such.bin: there is no such file or folder");
}

TEST_CASE("options of engines are tuned") {
  const Stage stage;
  const support::Result result =
      stage.host({"tune", "--game", "chess", "--set", walk, "--plugin", walker + ",nodes=1,Hash=8", "--tune",
                  "Hash=1:64", "--against", walker + ",nodes=1", "--matches", "96", "--seeds", "1-4", "--check", "9"});
  REQUIRE_MESSAGE(result.code == 0, result.err);
  CHECK(contains(result.out, "Hash"));
}

TEST_CASE("stockfish plays the same matches at fixed nodes, with one job and with three, at each level of isolation") {
  const std::string engine = "/usr/games/stockfish";
  if (!is_installed(engine)) return;
  const auto actions = [&](const Words& more) {
    const Stage stage;
    Words words = {"tournament",      "--game",
                   "chess",           "--no-db",
                   "--plugin",        "uci:" + engine + ",nodes=60,Hash=1",
                   "--plugin",        "champion,nodes=60",
                   "--opening-plies", "6",
                   "--seeds",         "1-3",
                   "--record",        "all.jsonl"};
    words.insert(words.end(), more.begin(), more.end());
    const support::Result result = stage.host(words);
    REQUIRE_MESSAGE(result.code == 0, result.err);
    return support::content(stage.path() / "all.jsonl");
  };
  const auto moves = [](const std::string& lines) {
    std::string all;
    for (std::size_t at = 0; at < lines.size();) {
      const std::size_t end = lines.find('\n', at);
      const support::Json transcript = support::parse_json(lines.substr(at, end - at));
      CHECK(kind_of(transcript) == "ok");
      for (const support::Json& action : transcript.at("actions")) all += action.at("action").get<std::string>() + " ";
      all += "\n";
      at = end + 1;
    }
    return all;
  };
  const std::string alone = moves(actions({"--jobs", "1"}));
  CHECK(moves(actions({"--jobs", "3"})) == alone);
  CHECK(moves(actions({"--isolation", "process"})) == alone);
}

TEST_CASE("stockfish plays Chess960, and by the clock") {
  const std::string engine = "/usr/games/stockfish";
  if (!is_installed(engine)) return;
  const Stage stage;
  const std::string player = "uci:" + engine;
  played(stage, {"--set", "chess960=yes", "--seed", "5", "--plugin", player + ",nodes=40", "--plugin",
                 player + ",nodes=40,name=other", "--record", "match.json"});
  const support::Json whole = support::parse_json(support::content(stage.path() / "match.json"));
  for (const support::Json& outcome : whole.at("result").at("outcomes")) CHECK(outcome.at("kind") == "ok");
  played(stage, {"--plugin", player + ",time=2", "--plugin", "random", "--seats", "listed", "--record", "match.json"});
  CHECK(kind_of(support::parse_json(support::content(stage.path() / "match.json"))) == "ok");
}

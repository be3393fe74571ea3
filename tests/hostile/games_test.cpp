// Games that fail in the middle of a run, which goes on and says which matches have no result, or while the host shows
// a match.
#include "tests/support/checked_json.hpp"
#include "tests/support/files.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using Words = std::vector<std::string>;
using support::Result;
using support::TemporaryFolder;

constexpr int done = 0;
constexpr int game_unusable = 3;
constexpr int game_failed = 6;

const std::string game = std::string(AGON_TEST_HOSTILE) + "/games.so";
const std::string player = game + ":player";

support::Command command(Words words, const TemporaryFolder& folder) {
  words.insert(words.begin(), std::string(AGON_TEST_BUILT) + "/host");
  return {.words = words, .folder = folder.path()};
}

Result host(const Words& words, const TemporaryFolder& folder) {
  return support::run(command(words, folder));
}

Words run_of(const std::string& fault, const std::string& where, const Words& more) {
  Words words = {"--game",  game,  "--plugin", player, "--set",     "fault=" + fault + ",where=" + where,
                 "--seeds", "1-4", "--quiet",  "--db", "results.db"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Checks that the run of seeds 1 to 4 has three results, and gives this reason for the fourth.
void check_run(const Result& result, const std::string& reason) {
  CAPTURE(result.out);
  CHECK(result.code == game_failed);
  CHECK(result.err.find("host: the game faulty, seed 3, " + reason) != std::string::npos);
  CHECK(result.err.find("it failed 1 of 4 matches, which no table counts") != std::string::npos);
  CHECK(result.out.find("\nplayer          3") != std::string::npos);
}

/// Writes a transcript of seed 3 whose game fails, and returns its name.
std::string record(const std::string& fault, const TemporaryFolder& folder) {
  REQUIRE(host({"--game", game, "--plugin", player, "--seed", "3", "--record", "sound.json", "--quiet"}, folder).code ==
          0);
  std::string line = support::content(folder.path() / "sound.json");
  const std::string sound = "\"fault\":\"none\"";
  const std::size_t at = line.find(sound);
  REQUIRE(at != std::string::npos);
  folder.write("match.json", line.replace(at, sound.size(), "\"fault\":\"" + fault + "\""));
  return "match.json";
}

struct Kind {
  std::string fault;
  std::string reason;
};

}  // namespace

TEST_CASE("a game that fails in one match ends neither the run nor the host") {
  const Kind kinds[] = {{"null_write", "crashed (SIGSEGV)"},
                        {"stack_overflow", "crashed (SIGSEGV)"},
                        {"abort", "crashed (SIGABRT)"},
                        {"trap", "crashed (SIG"},
                        {"divide", "crashed (SIGFPE)"},
                        {"bus", "crashed (SIGBUS)"},
                        {"exit", "ended its process with exit code 0"},
                        {"exit_at_once", "ended its process with exit code 5"},
                        {"quick_exit", "ended its process with exit code 0"},
                        {"terminate", "crashed (SIGABRT)"},
                        {"raise_kill", "ended its process by a signal (SIGKILL)"},
                        {"raise_term", "crashed (SIGTERM)"},
                        {"loop", "did not end a call within 3 s"},
                        {"sleep", "did not end a call within 3 s"},
                        {"deadlock", "did not end a call within 3 s"},
                        {"stop", "did not end a call within 3 s"},
                        {"memory", "took more than 200 MiB of memory"},
                        {"close_all", "closed its connection to the host"},
                        {"write_to_all", "sent invalid data to the host"},
                        {"thread_crash", "crashed (SIGABRT)"},
                        {"child_and_crash", "crashed (SIGABRT)"},
                        {"child_and_exit", "ended its process with exit code 0"},
                        {"forge_stop", "sent invalid data to the host"},
                        {"forge_success", "sent invalid data to the host"},
                        {"forge_interrupt", "sent invalid data to the host"},
                        {"forge_result", "sent invalid data to the host"},
                        {"forge_board", "sent invalid data to the host"},
                        {"forge_ready", "sent invalid data to the host"},
                        {"forge_begun", "crashed (SIGFPE)"},
                        {"bad_seat", "says that seat 7 is to move"}};
  for (const Kind& kind : kinds) {
    CAPTURE(kind.fault);
    const TemporaryFolder folder;
    const bool hangs = kind.reason.starts_with("did not end");
    check_run(host(run_of(kind.fault, "act", {"--game-wall", hangs ? "3" : "60", "--game-memory", "200"}), folder),
              kind.reason);
  }
}

TEST_CASE("a game that asks its arena to stop, in place of the host, changes no result") {
  const TemporaryFolder folder;
  const Result result = host(run_of("ask_to_stop", "act", {"--json"}), folder);
  CHECK(result.code == done);
  const std::vector<std::string> lines = support::lines_of(result.out);
  REQUIRE(lines.size() == 4 + 1);
  for (int seed = 1; seed <= 4; ++seed)
    CHECK(support::parse_json(lines[static_cast<std::size_t>(seed - 1)]).at("setup").at("seed") == seed);
}

TEST_CASE("a game may fail in any function, and with any number of jobs") {
  for (const std::string where : {"create", "to_move", "observe", "act", "score", "destroy"}) {
    for (const std::string jobs : {"1", "3"}) {
      CAPTURE(where);
      CAPTURE(jobs);
      const TemporaryFolder folder;
      check_run(host(run_of("null_write", where, {"--jobs", jobs}), folder), "crashed (SIGSEGV)");
    }
  }
}

TEST_CASE("the results of matches that were played just before a crash are not lost") {
  const TemporaryFolder folder;
  const Result result = host({"--game", game, "--plugin", player, "--set", "fault=abort", "--seeds", "5-500,3,501-900",
                              "--quiet", "--no-db", "--json", "--jobs", "1"},
                             folder);
  CHECK(result.code == game_failed);
  const std::vector<std::string> lines = support::lines_of(result.out);
  REQUIRE(lines.size() == 896 + 1);
  CHECK(support::parse_json(lines.back()).at("run").at("failed_by_game") == 1);
}

TEST_CASE("a run that is given again does not play failed matches again, and ends in the same way") {
  const TemporaryFolder folder;
  const Words words = run_of("abort", "act", {});
  check_run(host(words, folder), "crashed (SIGABRT)");
  Result again = host(words, folder);
  check_run(again, "crashed (SIGABRT)");
  const Result listed = host({"standings", "--db", "results.db", "--run", "list"}, folder);
  CAPTURE(listed.out);
  CHECK(listed.code == done);
  CHECK(listed.out.find("finished, the game failed 1        3") != std::string::npos);
  const Result table = host({"standings", "--db", "results.db"}, folder);
  CHECK(table.out.ends_with("\nthe game failed 1 match, which no table counts\n"));
  const Result json = host({"standings", "--db", "results.db", "--json"}, folder);
  CHECK(support::parse_json(json.out).at("failed_by_game") == 1);
}

TEST_CASE("the command that plays a failed match again has the limits of the game") {
  const TemporaryFolder folder;
  const Result result = host({"--game", game, "--plugin", player, "--set", "fault=abort", "--seeds", "1-4", "--no-db",
                              "--game-wall", "20", "--game-memory", "300"},
                             folder);
  CAPTURE(result.out);
  CHECK(result.out.find("--game-wall 20 --game-memory 300") != std::string::npos);
}

TEST_CASE("a single match that the game fails is one sentence, and the exit code of a faulty game") {
  const TemporaryFolder folder;
  const Result result = host({"--game", game, "--plugin", player, "--set", "fault=abort", "--seed", "3"}, folder);
  CHECK(result.code == game_failed);
  CHECK(result.err == "host: the game faulty, seed 3, crashed (SIGABRT)\n");
}

TEST_CASE("a comparison leaves out the whole seed of a match that the game has failed") {
  const TemporaryFolder folder;
  const Result result = host({"compare", "--game", game, "--plugin", player, "--against", game + ":other", "--set",
                              "fault=abort", "--seeds", "1-5", "--json", "--no-db"},
                             folder);
  CAPTURE(result.err);
  CHECK(result.code == game_failed);
  const auto json = support::parse_json(result.out);
  CHECK(json.at("observations").at("blocks") == 4);
  CHECK(json.at("failed_by_game") == 2);  // both orders of seats
}

TEST_CASE("an arena that ends at once is one sentence and an exit code, whatever the host is doing then") {
  const TemporaryFolder programs;
  const std::filesystem::path built = AGON_TEST_BUILT;
  for (const char* const file : {"host", "agon-worker"}) programs.copy(built / file, file);
  programs.write_program("agon-arena", "#!/bin/sh\nexit 3\n");
  constexpr int usual_race = 20;  // the arena ends before, while or after the host sends the job
  for (int i = 0; i < usual_race; ++i) {
    const TemporaryFolder folder;
    Words words = run_of("none", "act", {"--jobs", i % 2 == 0 ? "1" : "2"});
    words.insert(words.begin(), programs.path() / "host");
    const Result result = support::run({.words = words, .folder = folder.path()});
    CHECK(result.code == game_unusable);
    CHECK(result.err == "host: " + game + ": the game ended its process with exit code 3 when it was loaded\n");
  }
}

TEST_CASE("a recorded match whose game fails is one sentence, and the exit code of a faulty game") {
  const Kind kinds[] = {{"null_write", "crashed (SIGSEGV)"},
                        {"stack_overflow", "crashed (SIGSEGV)"},
                        {"abort", "crashed (SIGABRT)"},
                        {"exit_at_once", "ended its process with exit code 5"},
                        {"raise_kill", "ended its process by a signal (SIGKILL)"},
                        {"loop", "did not end a call within 3 s"},
                        {"stop", "did not end a call within 3 s"},
                        {"memory", "took more than 200 MiB of memory"}};
  for (const Kind& kind : kinds) {
    CAPTURE(kind.fault);
    const TemporaryFolder folder;
    const std::string file = record(kind.fault, folder);
    const bool hangs = kind.reason.starts_with("did not end");
    const Result result =
        host({"replay", file, "--game", game, "--game-wall", hangs ? "3" : "60", "--game-memory", "200"}, folder);
    CHECK(result.code == game_failed);
    CHECK(result.err.starts_with("host: match.json: the game faulty " + kind.reason));
  }
}

TEST_CASE("a replay of several matches names the one whose game fails") {
  const TemporaryFolder folder;
  record("abort", folder);
  folder.write("all.json",
               support::content(folder.path() / "sound.json") + support::content(folder.path() / "match.json"));
  const Result result = host({"replay", "all.json", "--game", game, "--quiet"}, folder);
  CHECK(result.code == game_failed);
  CHECK(result.err == "host: all.json, line 2: the game faulty crashed (SIGABRT)\n");
}

TEST_CASE("a match with a person whose game fails is one sentence, and the exit code of a faulty game") {
  const TemporaryFolder folder;
  support::Command played =
      command({"--game", game, "--plugin", "human", "--seed", "3", "--set", "fault=null_write"}, folder);
  played.input = "0\n1\n2\n3\n";
  const Result result = support::run(played);
  CHECK(result.code == game_failed);
  CHECK(result.err.ends_with("host: the game faulty crashed (SIGSEGV)\n"));
}

TEST_CASE("a match that goes on from a file has the limits of the game that are given") {
  const TemporaryFolder folder;
  const std::string file = record("loop", folder);
  const Result result = host({"--from", file, "--game", game, "--plugin", player, "--game-wall", "3"}, folder);
  CHECK(result.code == game_failed);
  CHECK(result.err.find("the game faulty did not end a call within 3 s") != std::string::npos);
}

TEST_CASE("a signal to the host ends the process of its game, too") {
  for (const int signal : {SIGINT, SIGTERM}) {
    CAPTURE(signal);
    const TemporaryFolder folder;
    record("none", folder);
    support::Process process(command({"replay", "match.json", "--game", game, "--delay", "3600"}, folder));
    REQUIRE(process.read_until([](const std::string& out) { return out.find("start") != std::string::npos; }));
    process.signal(signal);
    CHECK(process.wait().code == 128 + signal);
  }
}

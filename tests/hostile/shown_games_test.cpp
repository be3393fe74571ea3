// Games that fail while the host shows a match: it says so in a sentence.
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

TEST_CASE("a recorded match whose game fails is one sentence, and the exit code of a faulty game") {
  const Kind kinds[] = {{"null_write", "crashed (SIGSEGV)"},
                        {"stack_overflow", "crashed (SIGSEGV)"},
                        {"abort", "crashed (SIGABRT)"},
                        {"exit_at_once", "ended its process with exit code 5"},
                        {"raise_kill", "ended its process by a signal (SIGKILL)"},
                        {"loop", "did not end a call within 1 s"},
                        {"stop", "did not end a call within 1 s"},
                        {"memory", "took more than 200 MiB of memory"}};
  for (const Kind& kind : kinds) {
    CAPTURE(kind.fault);
    const TemporaryFolder folder;
    const std::string file = record(kind.fault, folder);
    const bool hangs = kind.reason.starts_with("did not end");
    const Result result =
        host({"replay", file, "--game", game, "--game-wall", hangs ? "1" : "60", "--game-memory", "200"}, folder);
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
  const Result result = host({"--from", file, "--game", game, "--plugin", player, "--game-wall", "1"}, folder);
  CHECK(result.code == game_failed);
  CHECK(result.err.find("the game faulty did not end a call within 1 s") != std::string::npos);
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

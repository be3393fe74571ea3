// A strategy that is built anew while the host watches it.
#include "tests/e2e/host.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;
using support::TemporaryFolder;
using Words = std::vector<std::string>;

const fs::path greedy_file = e2e::plugin_folder / "tonga/greedy.so";
const fs::path random_player = e2e::plugin_folder / "tonga/random.so";

std::size_t count_in(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
  return found;
}

/// A host that watches bot.so in a folder of its own, and has another for temporary files.
struct Watching {
  explicit Watching(const fs::path& first, const Words& more = {}, const std::string& plugin = "./bot.so")
      : bot(folder.copy(first, "bot.so")) {
    Words words = {"watch", "--game", "tonga", "--set", "n=6", "--plugin", plugin, "--plugin", "random"};
    words.insert(words.end(), more.begin(), more.end());
    if (more.empty()) words.insert(words.end(), {"--seeds", "1-8"});
    support::Command command = e2e::host(words, folder.path());
    command.environment["TMPDIR"] = copies.path();
    process.emplace(command);
  }

  /// Waits until so many runs are over.
  bool waits(std::size_t times) {
    return process->read_until([&](const std::string& out) { return count_in(out, "Waiting for ") == times; });
  }
  support::Result stop() {
    process->signal(SIGINT);
    return process->wait();
  }

  void replace_by_rename(const fs::path& with) const {
    folder.copy(with, "new.so");
    fs::rename(folder.path() / "new.so", bot);
  }
  /// As a linker does that writes into the file that is there, with pauses.
  void rewrite_in_place(const fs::path& with) const {
    const std::string bytes = support::content(with);
    std::ofstream file(bot, std::ios::binary | std::ios::trunc);
    constexpr std::size_t parts = 5;
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t from = bytes.size() * part / parts;
      file << bytes.substr(from, bytes.size() * (part + 1) / parts - from) << std::flush;
      std::this_thread::sleep_for(std::chrono::milliseconds(60));
    }
  }

  TemporaryFolder folder;
  TemporaryFolder copies;
  fs::path bot;
  std::optional<support::Process> process;
};

}  // namespace

TEST_CASE("a build that replaces the file, or is written into it, is played and compared with the one before") {
  Watching watching(greedy_file);
  REQUIRE(watching.waits(1));
  CHECK(support::names_in(watching.copies.path()).empty());  // what is played lies in memory
  watching.replace_by_rename(random_player);
  REQUIRE(watching.waits(2));
  watching.rewrite_in_place(greedy_file);
  REQUIRE(watching.waits(3));
  const support::Result result = watching.stop();
  CHECK(result.code == 0);
  CHECK(result.err == "");
  CAPTURE(result.out);
  CHECK(count_in(result.out, "  mean score  contest  ") == 3);
  CHECK(count_in(result.out, "Against the last build") == 2);
  // What one change gains the other loses: the same file plays the same matches again.
  const std::size_t there = result.out.find("Against the last build: better on ");
  const std::size_t back = result.out.find("Against the last build: better on ", there + 1);
  const auto numbers = [&](std::size_t from) {
    std::string better = result.out.substr(result.out.find("better on ", from) + 10);
    std::string worse = result.out.substr(result.out.find("worse on ", from) + 9);
    return std::pair(std::stoi(better), std::stoi(worse));
  };
  CHECK(numbers(there).first == numbers(back).second);
  CHECK(numbers(there).second == numbers(back).first);
  CHECK(numbers(there).second > numbers(there).first);  // greedy is better than random
  CHECK(support::names_in(watching.copies.path()).empty());
}

TEST_CASE("a build that can't be used is told in a sentence, and the next one is played") {
  Watching watching(greedy_file);
  REQUIRE(watching.waits(1));
  watching.folder.write("new.so", "no library at all");
  fs::rename(watching.folder.path() / "new.so", watching.bot);
  REQUIRE(watching.waits(2));
  watching.replace_by_rename(e2e::fixture_folder / "other_game.so");
  REQUIRE(watching.waits(3));
  fs::remove(watching.bot);
  watching.replace_by_rename(greedy_file);
  REQUIRE(watching.waits(4));
  const support::Result result = watching.stop();
  CHECK(result.code == 0);
  CAPTURE(result.err);
  CHECK(support::lines_of(result.err).size() == 2);
  CHECK(result.err.find("bot.so: ") != std::string::npos);
  CHECK(result.err.find(watching.copies.path().string()) == std::string::npos);
  // The build that came back is compared with the last one that played, itself.
  CHECK(count_in(result.out, "better on 0 seeds, worse on 0, the same on 8") == 1);
}

TEST_CASE("a build that crashes loses its matches, with a list of them, and the host goes on watching") {
  Watching watching(greedy_file);
  REQUIRE(watching.waits(1));
  watching.replace_by_rename(e2e::fixture_folder / "aborting.so");
  REQUIRE(watching.waits(2));
  watching.replace_by_rename(greedy_file);
  REQUIRE(watching.waits(3));
  const support::Result result = watching.stop();
  CHECK(result.code == 0);
  CAPTURE(result.out);
  CHECK(count_in(result.out, "The first one again: ") == 1);
  CHECK(count_in(result.out, "better on 8 seeds") == 1);
}

TEST_CASE("strategies inside the host are built anew as well") {
  Watching watching(greedy_file, {"--isolation", "none", "--seeds", "1-4"});
  REQUIRE(watching.waits(1));
  CHECK(support::names_in(watching.copies.path()).size() == 1);
  watching.rewrite_in_place(random_player);
  REQUIRE(watching.waits(2));
  watching.replace_by_rename(greedy_file);
  REQUIRE(watching.waits(3));
  const support::Result result = watching.stop();
  CHECK(result.code == 0);
  CHECK(result.out.find("\nrandom  ") != std::string::npos);
}

TEST_CASE("Ctrl-C ends a watch while it plays, and leaves no file behind, nor does a second one") {
  for (const int times : {1, 2}) {
    CAPTURE(times);
    // Its turns take a good part of a second, so that the second signal finds the match still running.
    Watching watching(e2e::fixture_folder / "failing.so", {"--seeds", "1-1000000", "--isolation", "process"},
                      "./bot.so:loops");
    while (support::names_in(watching.copies.path()).empty())
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    watching.process->signal(SIGINT);
    if (times == 2) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      watching.process->signal(SIGINT);
    }
    const support::Result result = watching.process->wait();
    CHECK(result.code == 130);
    CHECK((result.err.find("interrupted after") != std::string::npos) == (times == 1));
    CHECK(support::names_in(watching.copies.path()).empty());
  }
}

TEST_CASE("a watch without a strategy, or of a file that is not there, ends with a sentence") {
  const support::Result none = run(e2e::host({"watch", "--game", "tonga"}));
  CHECK(none.code == 2);
  CHECK(none.err == "host: name the strategy to watch with --plugin\n");
  CHECK(run(e2e::host({"watch", "--game", "tonga", "--plugin", "./missing.so"})).code == 3);
}

// A strategy that is built anew while the host watches it.
#include "tests/e2e/host.hpp"

#include <chrono>
#include <csignal>
#include <cstddef>
#include <fstream>
#include <optional>
#include <thread>
#include <utility>

using namespace e2e;

namespace {

const fs::path greedy_file = plugin_folder / "tonga/greedy.so";
const fs::path random_player = plugin_folder / "tonga/random.so";

/// A host that watches bot.so in a folder of its own, and has another for temporary files.
struct Watching {
  explicit Watching(const fs::path& first, const Words& more = {}, const std::string& plugin = "./bot.so")
      : bot(folder.copy(first, "bot.so")) {
    const Words words = with({"watch", "--game", "tonga", "--set", "n=6", "--plugin", plugin, "--plugin", "random"},
                             more.empty() ? Words{"--seeds", "1-8"} : more);
    Command command = folder.command(words);
    command.environment["TMPDIR"] = copies.path();
    process.emplace(command);
  }

  /// Waits until so many runs are over.
  bool waits(std::size_t times) {
    return process->read_until([&](const std::string& out) { return count_of(out, "Waiting for ") == times; });
  }
  Result stop() { return process->stop(SIGINT); }

  void replace_by_rename(const fs::path& with) const {
    folder.copy(with, "new.so");
    fs::rename(folder.path() / "new.so", bot);
  }
  /// As a linker does that writes into the file that is there, with pauses.
  void rewrite_in_place(const fs::path& with) const {
    const std::string bytes = content(with);
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
  std::optional<Process> process;
};

}  // namespace

TEST_CASE("a build that replaces the file, or is written into it, is played and compared with the one before") {
  Watching watching(greedy_file);
  REQUIRE(watching.waits(1));
  CHECK(names_in(watching.copies.path()).empty());  // what is played lies in memory
  watching.replace_by_rename(random_player);
  REQUIRE(watching.waits(2));
  watching.rewrite_in_place(greedy_file);
  REQUIRE(watching.waits(3));
  const Result result = watching.stop();
  CHECK(result.code == 0);
  CHECK(result.err == "");
  CAPTURE(result.out);
  CHECK(count_of(result.out, "  mean score  contest  ") == 3);
  CHECK(count_of(result.out, "Against the last build") == 2);
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
  CHECK(names_in(watching.copies.path()).empty());
}

TEST_CASE("a build that can't be used is told in a sentence, and the next one is played") {
  Watching watching(greedy_file);
  REQUIRE(watching.waits(1));
  watching.folder.write("new.so", "no library at all");
  fs::rename(watching.folder.path() / "new.so", watching.bot);
  REQUIRE(watching.waits(2));
  watching.replace_by_rename(fixture_folder / "other_game.so");
  REQUIRE(watching.waits(3));
  fs::remove(watching.bot);
  watching.replace_by_rename(greedy_file);
  REQUIRE(watching.waits(4));
  const Result result = watching.stop();
  CHECK(result.code == 0);
  CAPTURE(result.err);
  CHECK(lines_of(result.err).size() == 2);
  CHECK(has(result.err, "bot.so: "));
  CHECK(!has(result.err, watching.copies.path().string()));
  // The build that came back is compared with the last one that played, itself.
  CHECK(count_of(result.out, "better on 0 seeds, worse on 0, the same on 8") == 1);
}

TEST_CASE("a build that crashes loses its matches, with a list of them, and the host goes on watching") {
  Watching watching(greedy_file);
  REQUIRE(watching.waits(1));
  watching.replace_by_rename(fixture_folder / "aborting.so");
  REQUIRE(watching.waits(2));
  watching.replace_by_rename(greedy_file);
  REQUIRE(watching.waits(3));
  const Result result = watching.stop();
  CHECK(result.code == 0);
  CAPTURE(result.out);
  CHECK(count_of(result.out, "first reason") == 1);
  CHECK(count_of(result.out, "better on 8 seeds") == 1);
}

TEST_CASE("strategies inside the host are built anew as well") {
  Watching watching(greedy_file, {"--isolation", "none", "--seeds", "1-4"});
  REQUIRE(watching.waits(1));
  CHECK(names_in(watching.copies.path()).size() == 1);
  watching.rewrite_in_place(random_player);
  REQUIRE(watching.waits(2));
  watching.replace_by_rename(greedy_file);
  REQUIRE(watching.waits(3));
  const Result result = watching.stop();
  CHECK(result.code == 0);
  CHECK(has(result.out, "\nrandom  "));
}

TEST_CASE("Ctrl-C ends a watch while it plays, and leaves no file behind, nor does a second one") {
  for (const int times : {1, 2}) {
    CAPTURE(times);
    // Its turns take a good part of a second, so that the second signal finds the match still running.
    Watching watching(fixture_folder / "failing.so", {"--seeds", "1-1000000", "--isolation", "process"},
                      "./bot.so:loops");
    REQUIRE(comes_true([&] { return !names_in(watching.copies.path()).empty(); }));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    watching.process->signal(SIGINT);
    if (times == 2) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      watching.process->signal(SIGINT);
    }
    const Result result = watching.process->wait();
    CHECK(result.code == 130);
    CHECK((has(result.err, "interrupted after")) == (times == 1));
    CHECK(names_in(watching.copies.path()).empty());
  }
}

TEST_CASE("a watch without a strategy, or of a file that is not there, ends with a sentence") {
  const Result none = run(host({"watch", "--game", "tonga"}));
  CHECK(none.code == 2);
  CHECK(none.err == "host: name the strategy to watch with --plugin\n");
  CHECK(run(host({"watch", "--game", "tonga", "--plugin", "./missing.so"})).code == 3);
}

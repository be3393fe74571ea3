// A library that is built anew while it plays: the run plays, and stores, the build that it began with.
#include "tests/e2e/host.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <fstream>
#include <thread>

using namespace e2e;

namespace {

enum class Way { written_in_place, renamed, removed };

/// A folder with a game and two strategies, of build 1, whose matches can be stopped at a gate.
struct Place {
  Place() {
    folder.copy(fixture("gate_game_1"), "gate.so");
    folder.copy(fixture("gate_player_1"), "bot.so");
    folder.copy(fixture("gate_rival"), "rival.so");
  }

  [[nodiscard]] Command command(Words words) const {
    Command command = folder.command(std::move(words));
    command.environment["AGON_TEST_GATE"] = gate.path();
    return command;
  }

  void arm() const { gate.write("armed", ""); }

  /// Waits until the host is in the middle of a run.
  [[nodiscard]] bool is_reached() const {
    return comes_true([&] { return fs::exists(gate.path() / "reached"); });
  }

  void open() const { gate.write("go", ""); }

  void replace(const std::string& file, const fs::path& with, Way way) const {
    const fs::path path = folder.path() / file;
    if (way == Way::removed) {
      fs::remove(path);
    } else if (way == Way::renamed) {
      folder.copy(with, "new");
      fs::rename(folder.path() / "new", path);
    } else {
      // As cp does: what has the file mapped loses its pages at once.
      std::ofstream(path, std::ios::binary | std::ios::trunc) << std::flush;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      std::ofstream(path, std::ios::binary) << content(with);
    }
  }

  /// Runs the command, and replaces the file when it is in the middle of it.
  [[nodiscard]] Result run_over(const Words& words, const std::string& file, const fs::path& with, Way way) const {
    arm();
    Process process(command(words));
    REQUIRE(is_reached());
    replace(file, with, way);
    open();
    return process.wait();
  }

  TemporaryFolder folder;
  TemporaryFolder gate;
};

/// Where there are workers, each match has a new one, which loads the library anew.
Words gate_tournament(const std::string& isolation) {
  Words words = {"tournament", "--game", "./gate.so", "--plugin", "./bot.so",   "--plugin", "./rival.so",  "--seeds",
                 "1-12",       "--jobs", "1",         "--db",     "results.db", "--quiet",  "--isolation", isolation};
  if (isolation != "none") words.emplace_back("--fresh");
  return words;
}

constexpr const char* scores = "SELECT CAST(score AS INTEGER), count(*) FROM matches GROUP BY 1";

std::string digest(const fs::path& file) {
  const Result result = run({.words = {"sha256sum", file}});
  return result.out.substr(0, result.out.find(' '));
}

void check_replaced(const std::string& file, const fs::path& before, const fs::path& with, Way way,
                    const std::string& isolation) {
  CAPTURE(file);
  CAPTURE(static_cast<int>(way));
  CAPTURE(isolation);
  const Place place;
  const Result result = place.run_over(gate_tournament(isolation), file, with, way);
  CAPTURE(result.out);
  CAPTURE(result.err);
  CHECK(result.code == 0);
  CHECK(lines_of(result.err).size() == 1);
  CHECK(result.err.starts_with("host: ./" + file + (way == Way::removed ? " is gone: " : " has changed: ")));
  CHECK(has(result.err, digest(before)));
  const fs::path results = place.folder.path() / "results.db";
  CHECK(rows(results,
             "SELECT strategies.strategy, sha256, CAST(score AS INTEGER), outcome, count(*) FROM seats"
             " JOIN strategies ON strategies.id = seats.strategy GROUP BY 1, 2, 3, 4") ==
        "player " + digest(fixture("gate_player_1")) + " 1001 ok 12\n" + "rival " + digest(fixture("gate_rival")) +
            " 1007 ok 12\n");
  CHECK(rows(results, "SELECT DISTINCT sha256 FROM conditions") == digest(fixture("gate_game_1")) + "\n");
  if (way == Way::removed || isolation != "sandbox") return;
  // The new build is another one, and its matches are others.
  const Result again = run(place.command(gate_tournament(isolation)));
  CHECK(again.code == 0);
  CHECK(again.err == "");
  CHECK(rows(results, "SELECT count(*) FROM seats") == (file == "gate.so" ? "48\n" : "36\n"));
}

constexpr std::array ways = {Way::written_in_place, Way::renamed, Way::removed};

}  // namespace

TEST_CASE("a strategy that is built anew in the middle of a run goes on as it was, and is told of at the end") {
  for (const Way way : ways)
    check_replaced("bot.so", fixture("gate_player_1"), fixture("gate_player_2"), way, "sandbox");
}

TEST_CASE("a game that is built anew in the middle of a run goes on as it was, and is told of at the end") {
  for (const Way way : ways) check_replaced("gate.so", fixture("gate_game_1"), fixture("gate_game_2"), way, "sandbox");
}

TEST_CASE("so it is without a sandbox, and inside the host") {
  for (const std::string isolation : {"process", "none"}) {
    for (const Way way : ways)
      check_replaced("bot.so", fixture("gate_player_1"), fixture("gate_player_2"), way, isolation);
    check_replaced("gate.so", fixture("gate_game_1"), fixture("gate_game_2"), Way::written_in_place, isolation);
  }
}

TEST_CASE("a strategy inside the host that is loaded for each match is loaded from the build that the run began with") {
  const Place place;
  place.replace("bot.so", fixture("gate_single_instance_1"), Way::renamed);
  const Result result =
      place.run_over(gate_tournament("none"), "bot.so", fixture("gate_single_instance_2"), Way::written_in_place);
  CHECK(result.code == 0);
  CHECK(rows(place.folder.path() / "results.db", scores) == "1001 12\n1007 12\n");
}

TEST_CASE("every command that plays says which file has changed, and that alone") {
  const auto of_gate = [](const Words& words) { return with(words, {"--game", "./gate.so"}); };
  for (const Words& words :
       {of_gate({"--plugin", "./bot.so", "--seed", "3"}),
        of_gate({"--plugin", "./bot.so", "--seeds", "1-5", "--no-db", "--json"}),
        of_gate({"compare", "--plugin", "./bot.so", "--against", "./rival.so", "--seeds", "1-9", "--no-db"})}) {
    CAPTURE(words);
    const Place place;
    const Result result = place.run_over(words, "bot.so", fixture("gate_player_2"), Way::written_in_place);
    CHECK(result.code == 0);
    CHECK(count_of(result.err, "host: ./bot.so has changed: ") == 1);
    CHECK(count_of(result.err, "has changed") == 1);
    CHECK(!has(result.out, "1002"));
  }
  const Place place;
  done(place.command(of_gate({"--plugin", "./bot.so", "--seeds", "1-5", "--no-db", "--record", "all.jsonl"})));
  const Result replayed =
      place.run_over(of_gate({"replay", "all.jsonl"}), "gate.so", fixture("gate_game_2"), Way::written_in_place);
  CAPTURE(replayed.err);
  CHECK(replayed.code == 0);
  CHECK(count_of(replayed.err, "host: ./gate.so has changed: ") == 1);
}

TEST_CASE("a file that was only touched, or written again as it was, has not changed") {
  const Place place;
  const Result result =
      place.run_over(gate_tournament("sandbox"), "bot.so", fixture("gate_player_1"), Way::written_in_place);
  CHECK(result.code == 0);
  CHECK(result.err == "");
}

TEST_CASE("a build that is replaced while a watch plays it is played to the end, and the new one after it") {
  const Place place;
  place.arm();
  Process process(
      place.command({"watch", "--game", "./gate.so", "--plugin", "./bot.so", "--seeds", "1-8", "--fresh", "--quiet"}));
  REQUIRE(place.is_reached());
  place.replace("bot.so", fixture("gate_player_2"), Way::written_in_place);
  place.open();
  REQUIRE(process.read_until([](const std::string& out) { return count_of(out, "Waiting for ") == 2; }));
  const Result result = process.stop(SIGINT);
  CAPTURE(result.out);
  CHECK(result.code == 0);
  CHECK(result.err == "");
  CHECK(count_of(result.out, "better on 8 seeds, worse on 0") == 1);
}

TEST_CASE("a run leaves nothing in the folder for temporary files, nor does one that is killed") {
  for (const bool killed : {false, true}) {
    for (const std::string isolation : {"sandbox", "process", "none"}) {
      if (killed && isolation != "sandbox") continue;
      CAPTURE(isolation);
      CAPTURE(killed);
      const Place place;
      const TemporaryFolder temporary;
      place.arm();
      Command command = place.command(gate_tournament(isolation));
      command.environment["TMPDIR"] = temporary.path();
      Process process(command);
      REQUIRE(place.is_reached());
      if (killed) process.signal(SIGKILL);
      place.open();
      CHECK(process.wait().code == (killed ? 128 + SIGKILL : 0));
      CHECK(names_in(temporary.path()).empty());
    }
  }
}

TEST_CASE("where no folder for temporary files can be used, all levels play from memory") {
  for (const std::string isolation : {"sandbox", "process", "none"}) {
    CAPTURE(isolation);
    const Place place;
    place.replace("bot.so", fixture("gate_single_instance_1"), Way::renamed);
    Command command = place.command(gate_tournament(isolation));
    command.environment["TMPDIR"] = "/nonexistent";
    const Result result = run(command);
    CAPTURE(result.err);
    CHECK(result.code == 0);
    CHECK(rows(place.folder.path() / "results.db", scores) == "1001 12\n1007 12\n");
  }
}

TEST_CASE("two files with the same content are two strategies with one digest, and a message names the right one") {
  const Place place;
  place.folder.copy(fixture("gate_player_1"), "same.so");
  const Words words = {"--game",  "./gate.so", "--plugin", "./bot.so",    "--plugin", "./same.so,name=same",
                       "--seeds", "1-6",       "--no-db",  "--isolation", "none"};
  const Result result = place.run_over(words, "same.so", fixture("gate_player_2"), Way::written_in_place);
  CHECK(result.code == 0);
  CHECK(result.err.starts_with("host: ./same.so has changed: "));
  CHECK(lines_of(result.err).size() == 1);
}

TEST_CASE("a library beside a plugin, which its run path leads to, is found by a game and outside the sandbox") {
  const TemporaryFolder folder;
  folder.copy(fixture("leaning"), "bots/deep/bot.so");
  folder.copy(fixture("leaning_game"), "game.so");
  folder.copy(fixture("beside/libsupport"), "bots/deep/beside/libsupport.so");
  folder.copy(fixture("beside/libsupport"), "beside/libsupport.so");
  for (const std::string isolation : {"process", "none"}) {
    CAPTURE(isolation);
    const Result result = folder.run(
        {"--game", "game.so", "--plugin", "bots/deep/bot.so", "--seeds", "1-3", "--no-db", "--isolation", isolation});
    CAPTURE(result.err);
    CHECK(result.code == 0);
    CHECK(count_of(result.out, "1006") >= 3);
  }
}

#ifndef AGON_SANITIZED
TEST_CASE("in the sandbox, a library beside a plugin is refused before the run, with what to type, and that plays") {
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms{0755});
  folder.copy(fixture("leaning"), "bots/bot.so");
  folder.copy(fixture("gate_game_1"), "game.so");
  folder.copy(fixture("beside/libsupport"), "bots/beside/libsupport.so");
  Command command = folder.command({"--game", "game.so", "--plugin", "bots/bot.so", "--seeds", "1-3", "--no-db"});
  const std::string beside = (folder.path() / "bots/beside").string();
  const Result refused = run(command);
  CHECK(refused.code == plugin);
  CHECK(refused.err == "host: bots/bot.so: needs libsupport.so in " + beside +
                           ", a folder that the sandbox does not open: write LD_LIBRARY_PATH=" + beside +
                           " before the command, or add --isolation process\n");
  command.environment["LD_LIBRARY_PATH"] = beside;
  const Result allowed = run(command);
  CAPTURE(allowed.err);
  CHECK(allowed.code == 0);
  CHECK(count_of(allowed.out, "1006") >= 3);
  const Result read = folder.run({"--game", "game.so", "--plugin", "bots/bot.so,read=bots", "--no-db"});
  CHECK(read.code == usage);
  CHECK(has(read.err, "read=bots: this option is for programs. In the sandbox, a library opens no file"));
}
#endif

TEST_CASE("a tournament of many strategies opens as many files as the system lets it") {
  const TemporaryFolder folder;
  folder.copy(fixture("gate_game_1"), "gate.so");
  std::string line =
      "ulimit -S -n 40 && exec '" + host_program.string() + "' tournament --game gate.so --no-db --quiet";
  for (const std::string number : {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}) {
    const std::string bytes = content(fixture("gate_player_1")) + number;  // another library each
    folder.write(number + ".so", bytes);
    line += " --plugin " + number + ".so,name=n" + number;
  }
  const Result result = run({.words = {"bash", "-c", line}, .folder = folder.path()});
  CAPTURE(result.err);
  CHECK(result.code == 0);
}

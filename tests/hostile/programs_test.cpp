// Programs on a pipe that attack, from the outside: each gets the outcome that it has earned, and leaves nothing.
#include "tests/hostile/arena.hpp"
#include "tests/hostile/program_attacks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using hostile::Arena;
using hostile::ProgramAttack;

void check_nothing_left_by(const Arena& arena) {
  for (const std::string& thing : arena.left_over()) FAIL_CHECK("left over: " << thing);
}

std::string attacker(const std::string& attack) {
  return std::string(AGON_TEST_HOSTILE_PROGRAM) + ",do=" + attack;
}

std::vector<std::string> match_with(const ProgramAttack& attack, const std::string& level) {
  std::vector<std::string> words = {"--game",      "tonga",  "--plugin", attacker(attack.name),
                                    "--plugin",    "greedy", "--set",    "n=6",
                                    "--seats",     "listed", "--json",   "--no-db",
                                    "--memory",    "64",     "--time",   std::to_string(attack.seconds()),
                                    "--isolation", level};
  words.insert(words.end(), attack.more.begin(), attack.more.end());
  return words;
}

void check(const Arena& arena, const ProgramAttack& attack, const std::string& level) {
  const support::Result result = arena.play(match_with(attack, level));
  CAPTURE(attack.name);
  CAPTURE(level);
  CAPTURE(result.err);
  CHECK_FALSE(result.timed_out);
  REQUIRE(result.code == 0);
  const auto matches = hostile::matches_of(result);
  REQUIRE(matches.size() == 1);
  const hostile::Ending& seat = matches.front().seats.front();
  CHECK_MESSAGE(std::find(attack.kinds.begin(), attack.kinds.end(), seat.kind) != attack.kinds.end(), seat.kind);
  CHECK_MESSAGE(seat.reason.find(attack.reason) != std::string::npos, seat.reason);
  CHECK(matches.front().seats.back().kind == "ok");
  check_nothing_left_by(arena);
}

/// Returns the number of processes, apart from hosts, with this word on their command line.
std::size_t processes_with(const std::string& word) {
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    if (!std::isdigit(entry.path().filename().string().front())) continue;
    std::ifstream file(entry.path() / "cmdline");
    std::string line;  // "" if the process has ended meanwhile; also while it is read
    for (char each = 0; file.get(each);) line += each;
    found += line.find(std::string(1, '\0') + word + std::string(1, '\0')) != std::string::npos || line == word + '\0'
                 ? 1U
                 : 0U;
  }
  return found;
}

}  // namespace

TEST_CASE("a program that attacks in the sandbox gets what it has earned, and leaves nothing") {
  hostile::limit_processes();
  const Arena arena;
  for (const ProgramAttack& attack : hostile::program_attacks()) check(arena, attack, "sandbox");
}

TEST_CASE("without the sandbox, a program's limits hold, and nothing of it is left") {
  hostile::limit_processes();
  const Arena arena;
  for (const ProgramAttack& attack : hostile::program_attacks()) {
    if (!attack.needs_sandbox && !attack.waits) check(arena, attack, "process");
  }
}

TEST_CASE("a program that fills its own input, or makes it small, loses by a stall, and the run goes on") {
  hostile::limit_processes();
  const Arena arena;
  const auto check_run = [&](const std::string& attack, const std::string& level, const std::string& first) {
    // The other gives up at its first turn, so that "end" and "new" are what comes next.
    const support::Result result = arena.play({"--game", "tonga", "--plugin", attacker(attack), "--plugin",
                                               attacker("give_up"), "--seats", "listed", "--set", "n=6", "--json",
                                               "--no-db", "--seeds", "1-2", "--jobs", "1", "--isolation", level});
    CAPTURE(attack);
    CAPTURE(level);
    CAPTURE(result.err);
    CHECK_FALSE(result.timed_out);
    REQUIRE(result.code == 0);
    const auto matches = hostile::matches_of(result);
    REQUIRE(matches.size() == 2);
    for (const hostile::Played& match : matches) {
      const hostile::Ending& seat = match.seats.front();
      // The sandbox may refuse to open the input, or to make it small.
      if (level == "process") CHECK(seat.kind == (&match == &matches.front() ? first : "stall"));
      if (seat.kind != "ok") CHECK(seat.reason == "its input was full for 5 s: it does not read it");
    }
    check_nothing_left_by(arena);
  };
  for (const std::string level : {"sandbox", "process"}) {
    check_run("fill_input", level, "stall");           // at "end"
    check_run("fill_input_but_for_end", level, "ok");  // at "new"
    check_run("drain_input_slowly", level, "stall");
    check_run("shrink_input", level, "stall");
  }
}

TEST_CASE("a host whose parent ignores the ends of children plays as any other") {
  const Arena arena({"/bin/sh", "-c", "trap '' CHLD; exec \"$0\" \"$@\""});
  CHECK(arena.play({"--game", "tonga", "--set", "n=6", "--plugin", "greedy", "--plugin", "random", "--no-db"}).code ==
        0);
  CHECK(arena.play({"doctor"}).code == 0);
}

TEST_CASE("programs end with a host that is killed, with all that they have started") {
  const Arena arena;
  const support::TemporaryFolder own;  // so that the processes of this test can be told from others
  const std::string program = own.copy(AGON_TEST_HOSTILE_PROGRAM, "attacker");
  const bool views = arena.play({"doctor", "--json"}).out.find("\"own_processes\":true") != std::string::npos;
  for (const std::string level : {"sandbox", "process"}) {
    CAPTURE(level);
    const support::Command command{
        .words = {arena.host, "--game", "tonga", "--plugin", program + ",do=daemonise", "--plugin",
                  program + ",do=sleep", "--seats", "listed", "--set", "n=6", "--isolation", level, "--wall", "600"},
        .folder = arena.file("")};
    support::Process host(command);
    // Two supervisors and two programs, one with a daemon; in the sandbox also the first process of each view.
    const std::size_t all = level == "sandbox" && views ? 7 : 5;
    bool there = false;  // once: a daemon's parent is counted only for a moment
    for (int tries = 0; !there && tries < 60'000; ++tries) {
      there = processes_with(program) >= all;
      if (!there) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    REQUIRE(there);
    host.signal(SIGKILL);
    CHECK(host.wait().code == 128 + SIGKILL);
    check_nothing_left_by(arena);
  }
}

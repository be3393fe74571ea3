// Programs on a pipe that attack, from the outside: each gets the outcome that it has earned, and leaves nothing.
#include "tests/hostile/arena.hpp"
#include "tests/hostile/program_attacks.hpp"
#include "tests/hostile/surroundings.hpp"
#include "tests/support/json.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using hostile::Arena;
using hostile::ProgramAttack;

void check_nothing_left_by(const Arena& arena) {
  for (const std::string& thing : arena.left_over()) FAIL_CHECK("left over: " << thing);
  CHECK(support::content(AGON_TEST_VICTIM) == "nobody has touched this\n");
}

std::string attacker(const std::string& attack) {
  return std::string(AGON_TEST_HOSTILE_PROGRAM) + ",do=" + attack;
}

std::vector<std::string> match_with(const Arena& arena, const ProgramAttack& attack, const std::string& level) {
  const std::string program = arena.plugins + "/hostile_program,do=" + attack.name;
  std::vector<std::string> words = {
      "--game",      "tonga",  "--plugin", program,   "--plugin", "greedy", "--set",  "n=6",
      "--seats",     "listed", "--json",   "--no-db", "--memory", "64",     "--time", std::to_string(attack.seconds()),
      "--isolation", level};
  words.insert(words.end(), attack.more.begin(), attack.more.end());
  return words;
}

void check(const Arena& arena, const ProgramAttack& attack, const std::string& level) {
  const support::Result result = arena.play(match_with(arena, attack, level));
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

/// Returns the number of processes, apart from hosts, with a word on their command line that ends with this one.
std::size_t processes_with(const std::string& word) {
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    if (!std::isdigit(entry.path().filename().string().front())) continue;
    std::ifstream file(entry.path() / "cmdline");
    std::string line;  // "" if the process has ended meanwhile; also while it is read
    for (char each = 0; file.get(each);) line += each;
    found += line.find(word + '\0') != std::string::npos ? 1U : 0U;
  }
  return found;
}

/// What becomes of a program that fills its own input. "reached" and "refused" are its own words.
void check_input(const Arena& arena, const std::string& program, const std::string& attack, const std::string& level,
                 bool reaches, const std::string& first) {
  // The other gives up at its first turn, so that "end" and "new" are what comes next.
  const support::Result result = arena.play(
      {"--game", "tonga", "--plugin", program + ",do=" + attack, "--plugin", program + ",do=give_up", "--seats",
       "listed", "--set", "n=6", "--json", "--no-db", "--seeds", "1-2", "--jobs", "1", "--log", "--isolation", level});
  CAPTURE(attack);
  CAPTURE(level);
  CAPTURE(result.err);
  CHECK_FALSE(result.timed_out);
  REQUIRE(result.code == 0);
  CHECK((result.err.find("the input is reached") != std::string::npos) == reaches);
  CHECK((result.err.find("the input is refused") != std::string::npos) != reaches);
  const auto matches = hostile::matches_of(result);
  REQUIRE(matches.size() == 2);
  for (const hostile::Played& match : matches) {
    const hostile::Ending& seat = match.seats.front();
    CHECK(seat.kind == (!reaches ? "ok" : &match == &matches.front() ? first : "stall"));
    if (seat.kind != "ok") CHECK(seat.reason == "its input was full for 5 s: it does not read it");
  }
  check_nothing_left_by(arena);
}

/// Of each attack, how its first match ends: at "end", or at the "new" of the next one.
constexpr std::pair<const char*, const char*> input_attacks[] = {{"fill_input", "stall"},
                                                                 {"fill_input_but_for_end", "ok"},
                                                                 {"drain_input_slowly", "stall"},
                                                                 {"shrink_input", "stall"}};

/// How a match ends of a program that would play on: its kind of end, and the CPU time and the time by the clock that
/// the host has counted, in seconds.
struct Counted {
  std::string kind;
  double cpu = 0;
  double wall = 0;
  double used = 0;  // in children, as the program says
};

Counted counted_for(const Arena& arena, const std::string& attack, const std::vector<std::string>& limits) {
  std::vector<std::string> words = {"--game",   "tonga",  "--plugin", arena.plugins + "/hostile_program,do=" + attack,
                                    "--plugin", "greedy", "--set",    "n=6",
                                    "--seats",  "listed", "--json",   "--no-db",
                                    "--log"};
  words.insert(words.end(), limits.begin(), limits.end());
  const support::Result result = arena.play(words);
  CAPTURE(attack);
  CAPTURE(result.err);
  CHECK_FALSE(result.timed_out);
  REQUIRE(result.code == 0);
  const std::vector<support::Json> matches = support::objects(result.out, "seats");
  REQUIRE(matches.size() == 1);
  const auto& seat = matches.front().at("result");
  Counted counted;
  counted.kind = seat.at("outcomes").at(0).at("kind");
  counted.cpu = seat.at("cpu_s").at(0);
  counted.wall = seat.at("wall_s").at(0);
  const std::string said = "its children used ";
  if (const std::size_t at = result.err.find(said); at != std::string::npos)
    counted.used = std::atof(result.err.c_str() + at + said.size());
  check_nothing_left_by(arena);
  return counted;
}

void check_little_time(const hostile::Surroundings& place, const std::string& level) {
  CAPTURE(level);
  const auto arena = place.arena();
  for (const std::string attack : {"little_time_of_many", "little_time_without_faults", "little_time_in_silence",
                                   "little_time_in_a_chain", "little_time_of_orphans", "little_time_since_start"}) {
    CAPTURE(attack);
    const Counted counted = counted_for(*arena, attack, {"--time", "20", "--wall", "600", "--isolation", level});
    MESSAGE(place.name, ", ", attack, ": ", counted.used, " s used, ", counted.cpu, " s counted");
    CHECK(counted.kind == "ok");
    CHECK(counted.used >= 0.5);
    CHECK(counted.cpu >= counted.used - 0.1);
  }
}

/// Plays the attacks that hide CPU time or memory.
void check_hiding(const hostile::Surroundings& place) {
  const auto arena = place.arena();
  for (const ProgramAttack& attack : hostile::hiding_attacks()) {
    check(*arena, attack, "sandbox");
    if (!attack.needs_sandbox) check(*arena, attack, "process");
  }
}

/// Plays attacks in the sandbox.
void check_all(const hostile::Surroundings& place, const std::vector<ProgramAttack>& attacks) {
  const auto arena = place.arena();
  for (const ProgramAttack& attack : attacks) check(*arena, attack, "sandbox");
}

void check_competing(const hostile::Surroundings& place) {
  const auto arena = place.arena();
  constexpr double limit = 3;
  const Counted counted = counted_for(*arena, "compete_for_cores", {"--time", "0", "--wall", "3"});
  MESSAGE(place.name, ": ended after ", counted.wall, " s by the clock, of 3");
  CHECK((counted.kind == "stall" || counted.kind == "time"));  // whichever it did more
  CHECK(counted.wall >= limit);
  CHECK(counted.wall < 2.5 * limit);  // 61 threads share the cores with the rest of the machine
}

bool has_views(const Arena& arena) {
  return arena.play({"doctor", "--json"}).out.find("\"own_processes\":true") != std::string::npos;
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

TEST_CASE("a program that hides CPU time or memory is found out, with control groups and without") {
  hostile::limit_processes();
  hostile::for_surroundings(true, [](const hostile::Surroundings& place) {
    if (!place.ordinary) check_hiding(place);
  });
}

TEST_CASE(
    "what programs share with the rest of the machine is closed to them, for all users, with namespaces and without") {
  hostile::limit_processes();
  hostile::for_surroundings(true,
                            [](const hostile::Surroundings& place) { check_all(place, hostile::neighbour_attacks()); });
}

TEST_CASE("of the CPU time of processes that have ended, a match has at most 0.1 s free") {
  hostile::limit_processes();
  hostile::for_surroundings(true, [](const hostile::Surroundings& place) { check_little_time(place, "sandbox"); });
}

TEST_CASE("what a program has used of a match counts when it ends there, as after a match, and is started again") {
  hostile::limit_processes();
  const Arena arena;
  for (const std::string level : {"sandbox", "process"}) {
    for (const std::string limit : {"--time", "--turn-time"}) {
      CAPTURE(level);
      CAPTURE(limit);
      const support::Result result = arena.play({"--game",      "tonga",  "--plugin", attacker("time_before_restart"),
                                                 "--plugin",    "greedy", "--seats",  "listed",
                                                 "--set",       "n=6",    "--json",   "--no-db",
                                                 "--seeds",     "1-3",    "--jobs",   "1",
                                                 "--isolation", level,    limit,      "0.8"});
      CAPTURE(result.err);
      REQUIRE(result.code == 0);
      const auto matches = support::objects(result.out, "seats");
      REQUIRE(matches.size() == 3);
      for (const support::Json& match : matches) {
        const bool is_second = &match == &matches[1];
        const support::Json& seat = match.at("result");
        CHECK(seat.at("outcomes").at(0).at("kind") == (is_second ? "time" : "ok"));
        CHECK(seat.at("cpu_s").at(0).get<double>() >= (is_second ? 0.8 : 0.4));
      }
      check_nothing_left_by(arena);
    }
  }
}

TEST_CASE("threads that take the cores from each other gain hardly any time by the clock") {
  hostile::limit_processes();
  hostile::for_surroundings(true, check_competing);
}

TEST_CASE("a program that fills its own input, or makes it small, loses by a stall, and the run goes on") {
  hostile::limit_processes();
  const Arena arena;
  for (const auto& [attack, first] : input_attacks)
    check_input(arena, AGON_TEST_HOSTILE_PROGRAM, attack, "process", true, first);
}

TEST_CASE(
    "in the sandbox, a program of an ordinary user can fill its input, one of root can't, and none makes it small") {
  hostile::limit_processes();
  // Root's program runs as another user, and the pipe is root's.
  const bool root = ::geteuid() == 0;
  for (const auto& [attack, first] : input_attacks) {
    const bool shrinks = attack == std::string("shrink_input");
    const Arena arena;
    check_input(arena, AGON_TEST_HOSTILE_PROGRAM, attack, "sandbox", !root && !shrinks, first);
    if (!root) continue;
    Arena ordinary({"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"});
    ordinary.copy_programs();
    check_input(ordinary, ordinary.plugins + "/hostile_program", attack, "sandbox", !shrinks, first);
  }
}

TEST_CASE("validate ends, though a program fills its input or floods its output") {
  hostile::limit_processes();
  std::vector<std::string> prefix;
  if (::geteuid() == 0) prefix = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
  Arena arena(prefix);
  if (!prefix.empty()) arena.copy_programs();
  for (const std::string attack : {"fill_input", "drain_input_slowly", "short_lines"}) {
    CAPTURE(attack);
    // In a match that this seed draws, the program has a turn.
    const support::Result result = arena.play({"validate", arena.plugins + "/hostile_program,do=" + attack, "--game",
                                               "tonga", "--matches", "1", "--only", "program-plays", "--seed", "1"});
    CAPTURE(result.out);
    CHECK_FALSE(result.timed_out);
    CHECK(result.code == 1);
    check_nothing_left_by(arena);
  }
}

TEST_CASE("a program that ends its supervisor has crashed, and is ended with its processes") {
  hostile::limit_processes();
  const Arena arena;
  const support::TemporaryFolder own;  // so that the processes of this test can be told from others
  const std::string program = own.copy(AGON_TEST_HOSTILE_PROGRAM, "attacker");
  for (const std::string attack : {"kill_supervisor", "stop_supervisor", "crash_supervisor_and_compute",
                                   "kill_supervisor_and_play", "kill_supervisor_from_child"}) {
    CAPTURE(attack);
    const support::Result result = arena.play({"--game",      "tonga",   "--plugin", program + ",do=" + attack,
                                               "--plugin",    "greedy",  "--set",    "n=6",
                                               "--seats",     "listed",  "--json",   "--no-db",
                                               "--isolation", "process", "--time",   "60",
                                               "--wall",      "0",       "--seeds",  "1-2",
                                               "--jobs",      "1"});
    CAPTURE(result.err);
    CHECK_FALSE(result.timed_out);
    REQUIRE(result.code == 0);
    const auto matches = hostile::matches_of(result);
    REQUIRE(matches.size() == 2);
    const hostile::Ending& seat = matches.front().seats.front();
    if (attack != "kill_supervisor_and_play" || seat.kind != "ok") {  // there, the match may be over before
      CHECK(seat.kind == "crash");
      CHECK(seat.reason == "its supervisor, the host's process that limits it, was killed or stopped");
    }
    CHECK(processes_with(program) == 0);
    check_nothing_left_by(arena);
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
  const bool views = has_views(arena);
  for (const std::string level : {"sandbox", "process"}) {
    CAPTURE(level);
    const support::Command command{
        .words = {arena.host, "--game", "tonga", "--plugin", program + ",do=daemonise", "--plugin",
                  program + ",do=sleep", "--seats", "listed", "--set", "n=6", "--isolation", level, "--wall", "600"},
        .folder = arena.file(""),
        .environment = {{"TMPDIR", arena.file("").string()}}};
    support::Process host(command);
    // Two supervisors and two programs, one with a daemon; in the sandbox also the first process of each view.
    const std::size_t all = level == "sandbox" && views ? 7 : 5;
    REQUIRE(support::comes_true([&] { return processes_with(program) >= all; }));
    CHECK(host.stop(SIGKILL).code == 128 + SIGKILL);
    CHECK(support::comes_true([&] { return processes_with(program) == 0; }));
    // The next run of a program removes the copies and the control groups of the killed host.
    CHECK(arena.play({"--game", "tonga", "--plugin", attacker("junk"), "--plugin", "random", "--no-db"}).code == 0);
    check_nothing_left_by(arena);
  }
}

TEST_SUITE("slow" * doctest::skip()) {
  TEST_CASE("an ordinary user's program that hides CPU time or memory is found out") {
    hostile::limit_processes();
    hostile::for_surroundings(true, [](const hostile::Surroundings& place) {
      if (place.ordinary) check_hiding(place);
    });
  }

  TEST_CASE("a program that attacks gets what it has earned as root and as an ordinary user, with all layers and few") {
    hostile::limit_processes();
    for (const hostile::Surroundings& place : hostile::all_surroundings()) {
      CAPTURE(place.name);
      check_all(place, hostile::program_attacks());
    }
  }

  TEST_CASE("what programs hide or share is found out or closed in the less usual surroundings, too") {
    hostile::limit_processes();
    hostile::for_surroundings(false, [](const hostile::Surroundings& place) {
      check_hiding(place);
      check_all(place, hostile::neighbour_attacks());
      check_little_time(place, "sandbox");
      check_competing(place);
    });
  }

  TEST_CASE("of the CPU time of processes that have ended, a match has at most 0.1 s free without the sandbox") {
    hostile::limit_processes();
    for (const hostile::Surroundings& place : hostile::all_surroundings()) {
      CAPTURE(place.name);
      check_little_time(place, "process");
    }
  }
}

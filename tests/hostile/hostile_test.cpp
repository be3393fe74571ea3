// Strategies that attack, from the outside: each gets the outcome that it has earned, and nobody else notices.
#include "tests/hostile/arena.hpp"
#include "tests/support/files.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace {

using hostile::Arena;
using hostile::Ending;
using hostile::Row;
using hostile::rows;

void check_nothing_left(const Arena& arena) {
  for (const std::string& thing : arena.left_over()) FAIL_CHECK("left over: " << thing);
}

/// What well-behaved strategies play against each other: by their own, or beside a hostile one's run.
std::string fair_matches(const Arena& arena) {
  const auto result = arena.play({"--game", "tonga", "--plugin", "random", "--plugin", "greedy", "--set", "n=6",
                                  "--seeds", "1-5", "--json", "--record", "fair.jsonl"});
  CHECK(result.code == 0);
  std::string all;
  support::Result record = result;
  record.out = support::content(arena.file("fair.jsonl"));
  std::filesystem::remove(arena.file("fair.jsonl"));
  for (const auto& match : hostile::matches_of(record)) {
    for (const Ending& seat : match.seats) CHECK(seat.kind == "ok");
    all += match.actions;
  }
  CHECK(!all.empty());
  return all;
}

void check(const Arena& arena, const Row& row) {
  const auto words = hostile::words_of(row, arena.plugins);
  const auto result = arena.play(words);
  CAPTURE(row.attack);
  CAPTURE(row.when);
  CAPTURE(row.strategy);
  CAPTURE(result.err);
  CHECK_FALSE(result.timed_out);
  CHECK(result.code == 0);
  const auto matches = hostile::matches_of(result);
  const std::size_t dash = row.seeds.find('-');
  CHECK(matches.size() == (dash == std::string::npos ? 1 : std::stoul(row.seeds.substr(dash + 1))));
  for (const auto& match : matches) {
    for (const Ending& seat : match.seats) {
      CAPTURE(seat.kind);
      CAPTURE(seat.reason);
      if (seat.strategy == "random") {
        CHECK(seat.kind == "ok");
        continue;
      }
      CHECK(std::find(row.kinds.begin(), row.kinds.end(), seat.kind) != row.kinds.end());
      CHECK(seat.reason.find(row.reason) != std::string::npos);
      CHECK(seat.reason.find("succeeded") == std::string::npos);
      CHECK(seat.reason.find('\x1b') == std::string::npos);
    }
  }
  CHECK(result.err.find('\x1b') == std::string::npos);
  check_nothing_left(arena);
}

/// Waits for the workers, one a seat, that have become children of this process. False: one of them does not end.
bool adopted_end() {
  for (int time = 0; time < 100; ++time) {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (::waitpid(-1, nullptr, WNOHANG) < 0) return true;  // nobody is there any more
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

}  // namespace

TEST_CASE("an attack gets the outcome that it has earned, and leaves nothing behind") {
  const Arena arena;
  const std::string before = fair_matches(arena);
  for (const Row& row : rows()) check(arena, row);
  CHECK(fair_matches(arena) == before);
  check_nothing_left(arena);
}

TEST_CASE("a process of its own keeps the host from crashes, loops and children, without filters") {
  const Arena arena;
  for (Row row : hostile::rows_in_process()) {
    row.more.insert(row.more.end(), {"--isolation", "process"});
    check(arena, row);
  }
}

TEST_CASE("a strategy that refuses its options in the middle of a run does not end the run") {
  const Arena arena;
  for (const std::string level : {"sandbox", "none"}) {
    const auto result = arena.play({"--game", "tonga", "--plugin",
                                    arena.plugins + "/hostile.so:raw,do=status_bad_setting,when=create,match=2",
                                    "--plugin", "random", "--set", "n=6", "--seeds", "1-3", "--jobs", "1", "--seats",
                                    "listed", "--json", "--isolation", level});
    CAPTURE(level);
    CHECK(result.code == 0);
    const auto matches = hostile::matches_of(result);
    REQUIRE(matches.size() == 3);
    CHECK(matches[0].seats[0].kind == "ok");
    CHECK(matches[1].seats[0].kind == "error");
    CHECK(matches[1].seats[0].reason == "I don't like my options any more");
  }
}

TEST_CASE("what a strategy prints before it crashes is in its log") {
  const Arena arena;
  for (const std::string when : {"third", "load"}) {
    const auto result =
        arena.play(hostile::words_of({"print_and_crash", when, {"crash"}, "", {"--log"}}, arena.plugins));
    CAPTURE(when);
    CAPTURE(result.err);
    CHECK(result.err.find("last words on stdout") != std::string::npos);
    CHECK(result.err.find("last words on stderr") != std::string::npos);
  }
}

TEST_CASE("however much a strategy prints, its log is small and says that it is full") {
  const Arena arena;
  for (const std::string attack : {"flood_stdout", "flood_stderr", "flood_log"}) {
    const auto result =
        arena.play(hostile::words_of({attack, "first", {"ok"}, "", {"--log", "--time", "5"}, "1-2"}, arena.plugins));
    CAPTURE(attack);
    CHECK(result.err.size() > 1'000'000);
    CHECK(result.err.size() < 5'000'000);  // a mebibyte a match, and a name before each line
    CHECK(result.err.find("(the log is full)") != std::string::npos);
  }
}

TEST_CASE("a strategy that fails in every match costs the host no descriptor") {
  const Arena limited({"sh", "-c", "ulimit -n 48; exec \"$@\"", "sh"});
  check(limited, {"null_write", "third", {"crash"}, "SIGSEGV", {}, "1-100"});
  check(limited, {"exit_at_once", "load", {"exit"}, "exit", {}, "1-100"});
  check(limited, {"throw_exception", "create", {"error"}, "hostile", {"--fresh"}, "1-100"});
}

TEST_CASE("no worker outlives a host that is killed") {
  const Arena arena;
  for (const std::string attack : {"loop", "wait_in_futex"}) {
    std::vector<std::string> words =
        hostile::words_of({attack, "third", {"time"}, "", {"--time", "60", "--wall", "60"}, "1"}, arena.plugins);
    words.insert(words.begin(), arena.host);
    {
      support::Process host({.words = words, .folder = arena.file("")});
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      host.signal(SIGKILL);
      CHECK(host.wait().code == 128 + SIGKILL);
    }
    CHECK(adopted_end());
    check_nothing_left(arena);
  }
}

TEST_CASE("the sandbox keeps an ordinary user's host as it keeps root's") {
  if (::geteuid() != 0) return;  // then all of these tests ran as one
  constexpr uid_t ordinary_user = 65534;
  Arena arena({"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"});
  arena.copy_programs();
  // Their author's, who may do with them what others may not.
  for (const auto& entry : std::filesystem::directory_iterator(arena.plugins))
    CHECK(::chown(entry.path().c_str(), ordinary_user, ordinary_user) == 0);
  for (const Row& row : rows()) {
    if (row.seeds == "1-3" && row.strategy == "raw") check(arena, row);
  }
}

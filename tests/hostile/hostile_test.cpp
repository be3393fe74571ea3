// Strategies that attack, from the outside: each gets the outcome that it has earned, and nobody else notices.
#include "tests/hostile/arena.hpp"
#include "tests/hostile/surroundings.hpp"
#include "tests/support/checked_json.hpp"
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
                                  "--seeds", "1-5", "--json", "--no-db", "--record", "fair.jsonl"});
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
      if (seat.strategy == row.opponent) {
        CHECK(seat.kind == "ok");
        continue;
      }
      CHECK(std::find(row.kinds.begin(), row.kinds.end(), seat.kind) != row.kinds.end());
      CHECK(seat.reason.find(row.reason) != std::string::npos);
      CHECK(seat.reason.find("the attack succeeded") == std::string::npos);
      CHECK(seat.reason.find("the attack missed") == std::string::npos);
    }
  }
  for (const std::string& shown : {result.out, result.err}) CHECK(shown.find('\x1b') == std::string::npos);
  check_nothing_left(arena);
}

/// Each of them, in between two runs of fair matches, which are the same.
void check_rows(const Arena& arena, const std::vector<Row>& attacks) {
  const std::string before = fair_matches(arena);
  for (const Row& row : attacks) check(arena, row);
  CHECK(fair_matches(arena) == before);
  check_nothing_left(arena);
}

/// If not, all of these tests run as an ordinary user.
bool is_root() {
  return ::geteuid() == 0;
}

const std::vector<std::string> as_ordinary_user = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};

/// Plugins become that user's, who may do with them what others may not.
void give_to_ordinary_user(Arena& arena) {
  arena.user = 65534;
  arena.copy_programs();
  for (const auto& entry : std::filesystem::directory_iterator(arena.plugins))
    CHECK(::chown(entry.path().c_str(), arena.user, arena.user) == 0);
}

/// A tournament's matches, with what their seats did and scored.
std::vector<hostile::Played> tournament(const Arena& arena, const std::vector<std::string>& strategies,
                                        const std::vector<std::string>& more) {
  std::vector<std::string> words = {"tournament", "--game",  "tonga", "--set",    "n=6",      "--wall",     "60",
                                    "--quiet",    "--no-db", "--log", "--record", "all.json", "--seatings", "one"};
  for (const std::string& strategy : strategies) words.insert(words.end(), {"--plugin", strategy});
  words.insert(words.end(), more.begin(), more.end());
  support::Result result = arena.play(words);
  CAPTURE(result.err);
  CHECK(result.code == 0);
  result.out = support::content(arena.file("all.json"));
  std::filesystem::remove(arena.file("all.json"));
  return hostile::matches_of(result);
}

/// All that happened, for messages.
std::string endings_of(const std::vector<hostile::Played>& matches) {
  std::string all;
  for (const auto& match : matches)
    for (const Ending& seat : match.seats) all.append(seat.strategy + " " + seat.kind + " " + seat.reason + "\n");
  return all;
}

bool is_honest(const Ending& seat) {
  return seat.strategy == "random" || seat.strategy == "greedy" || seat.strategy == "patient";
}

/// What came of the matches among honest strategies alone.
std::vector<std::string> among_honest(const std::vector<hostile::Played>& matches) {
  std::vector<std::string> found;
  for (const auto& match : matches) {
    if (is_honest(match.seats[0]) && is_honest(match.seats[1])) found.push_back(match.actions);
  }
  return found;
}

void check_honest_ok(const std::vector<hostile::Played>& matches) {
  for (const auto& match : matches) {
    for (const Ending& seat : match.seats) {
      if (!is_honest(seat) || seat.kind == "ok") continue;
      FAIL_CHECK(match.seats[0].strategy << " against " << match.seats[1].strategy << ": " << seat.kind << ": "
                                         << seat.reason);
    }
  }
}

/// One of each kind that there is: in create(), in turns, at the end, in between, while it is loaded.
void check_mixed_run(const Arena& arena) {
  const std::vector<std::string> honest = {"random", "greedy", arena.plugins + "/hostile.so:patient"};
  std::vector<std::string> all = honest;
  for (const Row& row : std::vector<Row>{{"forge_broken_sandbox", "load", {}},
                                         {"forge_broken_sandbox", "create", {}},
                                         {"scribble_noise", "third", {}},
                                         {"ponder", "first", {}},
                                         {"moonlight", "destroy", {}},
                                         {"spin_after_the_end", "destroy", {}},
                                         {"loop", "third", {}},
                                         {"null_write", "destroy", {}},
                                         {"small_blocks", "create", {}},
                                         {"kill_host", "first", {}}})
    all.push_back(hostile::plugin_of(row, arena.plugins) + ",name=h" + std::to_string(all.size()));
  for (const std::string strategy : {"refuser", "unable"}) all.push_back(arena.plugins + "/hostile.so:" + strategy);
  const std::vector<std::string> how = {"--seeds", "1-2", "--time", "0.2", "--jobs", "2"};
  const auto mixed = tournament(arena, all, how);
  constexpr std::size_t not_started = 3;  // while they are loaded or created; they play hardly any match
  const std::size_t started = all.size() - not_started;
  CHECK(mixed.size() >= started * 5);  // each of them plays ten at least, in pairs
  check_honest_ok(mixed);
  const auto alone = among_honest(tournament(arena, honest, how));
  CHECK(alone.size() == 6);
  CHECK(among_honest(mixed) == alone);
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
  check_rows(Arena(), hostile::representative_rows());
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
  // It counts its matches in a global variable, which a worker puts back after each; the next test refuses there.
  const auto result = arena.play({"--game", "tonga", "--plugin",
                                  arena.plugins + "/hostile.so:raw,do=status_bad_setting,when=create,match=2",
                                  "--plugin", "random", "--set", "n=6", "--seeds", "1-3", "--jobs", "1", "--seats",
                                  "listed", "--json", "--isolation", "none"});
  CHECK(result.code == 0);
  const auto matches = hostile::matches_of(result);
  REQUIRE(matches.size() == 3);
  CHECK(matches[0].seats[0].kind == "ok");
  CHECK(matches[1].seats[0].kind == "load");
  CHECK(matches[1].seats[0].reason == "I don't like my options any more");
}

TEST_CASE("a strategy that refuses some matches loses these, whatever the number of jobs") {
  const Arena arena;
  for (const std::string strategy : {"refuser", "unable"}) {
    CAPTURE(strategy);
    std::vector<std::string> before;
    for (const std::string jobs : {"1", "2"}) {
      const auto result =
          arena.play({"--game", "tonga", "--set", "n=6", "--plugin", arena.plugins + "/hostile.so:" + strategy,
                      "--plugin", "random", "--seeds", "1-12", "--jobs", jobs, "--json", "--no-db"});
      CHECK(result.code == 0);
      const auto matches = hostile::matches_of(result);
      CHECK(matches.size() == 12);
      std::vector<std::string> outcomes;
      for (const auto& match : matches) {
        for (const Ending& seat : match.seats) {
          if (seat.strategy == strategy) outcomes.push_back(seat.kind + ": " + seat.reason);
          if (seat.strategy == "random") CHECK(seat.kind == "ok");
        }
      }
      CHECK(std::count(outcomes.begin(), outcomes.end(), "ok: ") > 0);
      CHECK(std::count(outcomes.begin(), outcomes.end(), "load: not with this seed") > 0);
      CHECK((before.empty() || outcomes == before));
      before = outcomes;
    }
  }
}

TEST_CASE("a worker that computes or takes memory between its matches is ended and named") {
  const Arena arena;
  const std::pair<const char*, const char*> attacks[] = {
      {"moonlight", "it used CPU time while no match was played"},
      {"hoard_between_matches", "it ran out of its memory of 64 MiB while no match was played"}};
  for (const auto& [attack, reason] : attacks) {
    CAPTURE(std::string(attack));
    const auto matches = tournament(
        arena,
        {hostile::plugin_of({attack, "destroy", {}}, arena.plugins), "random", arena.plugins + "/hostile.so:patient"},
        {"--seeds", "1-3", "--jobs", "1", "--memory", "64"});
    CHECK(matches.size() == 9);
    check_honest_ok(matches);
    const auto named =
        std::count_if(matches.begin(), matches.end(), [reason = std::string(reason)](const hostile::Played& match) {
          return std::any_of(match.seats.begin(), match.seats.end(),
                             [&](const Ending& seat) { return seat.reason == reason; });
        });
    CAPTURE(endings_of(matches));
    CHECK(named > 0);
    check_nothing_left(arena);
  }
}

TEST_CASE("a failure in destroy() has an outcome, and the scores stand") {
  const Arena arena;
  std::string before;
  for (const std::string attack : {"none", "null_write", "exit_at_once", "forge_answer"}) {
    CAPTURE(attack);
    const auto matches =
        tournament(arena, {hostile::plugin_of({attack, "destroy", {}}, arena.plugins), "random"}, {"--seeds", "1-3"});
    std::string scores;
    for (const auto& match : matches) {
      scores += match.actions;
      for (const Ending& seat : match.seats)
        CHECK((seat.kind == "ok") == (attack == "none" || seat.strategy == "random"));
    }
    CHECK((before.empty() || scores == before));
    before = scores;
  }
}

TEST_CASE("honest strategies come out of a run with hostile ones as they do without them") {
  check_mixed_run(Arena());
}

TEST_CASE(
    "what a library computes while it is loaded is CPU time of every match that it plays, in a new worker or not") {
  const Arena arena;
  const auto least_cpu_s = [&](const Row& row, const std::vector<std::string>& more) {
    std::vector<std::string> words = hostile::words_of(row, arena.plugins);
    words.insert(words.end(), {"--seats", "listed"});
    words.insert(words.end(), more.begin(), more.end());
    std::vector<double> used;
    for (const support::Json& json : support::objects(arena.play(words).out, "result"))
      used.push_back(json.at("result").at("cpu_s").at(0).get<double>());
    REQUIRE(used.size() == 3);
    return *std::min_element(used.begin(), used.end());
  };
  const Row thinks = {"think_long", "load", {"ok"}, "", {"--time", "10"}};
  CHECK(least_cpu_s(thinks, {}) > 0.25);
  CHECK(least_cpu_s(thinks, {"--fresh"}) > 0.25);
  CHECK(least_cpu_s({"none", "first", {"ok"}, "", {"--time", "10"}}, {"--fresh"}) < 0.25);
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
  check(limited, {"exit_at_once", "load", {"load"}, "exit", {}, "1-100"});
  check(limited, {"throw_exception", "create", {"load"}, "hostile", {"--fresh"}, "1-100"});
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
      CHECK(host.stop(SIGKILL).code == 128 + SIGKILL);
    }
    CHECK(adopted_end());
    check_nothing_left(arena);
  }
}

TEST_SUITE("slow" * doctest::skip()) {
  TEST_CASE("every attack gets the outcome that it has earned, and leaves nothing behind") {
    check_rows(Arena(), rows());
  }

  TEST_CASE("the sandbox keeps an ordinary user's host from every attack as it keeps root's") {
    if (!is_root()) return;
    Arena arena(as_ordinary_user);
    give_to_ordinary_user(arena);
    for (const Row& row : rows()) {
      if (row.seeds == "1-3" && row.strategy == "raw") check(arena, row);
    }
    check_mixed_run(arena);
  }

  TEST_CASE(
      "attacks of each kind fail as root and as an ordinary user, with namespaces, control groups, both or none") {
    for (const hostile::Surroundings& place : hostile::all_surroundings()) {
      CAPTURE(place.name);
      check_rows(*place.arena(), hostile::representative_rows());
    }
  }
}

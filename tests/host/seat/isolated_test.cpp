// A strategy at each level of isolation: what it is handed, how it fails, and what is left of it.
#include "host/seat/open_seat.hpp"

#include "host/seat/worker_process.hpp"
#include "host/util/failure.hpp"
#include "tests/host/seat/orders.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using orders::Answered;
using orders::start;
using orders::tell;
using Clock = std::chrono::steady_clock;

/// Reveals ten times what is acted.
struct TenTimes final : host::Referee {
  int asked = 0;
  agon_status verdict = AGON_OK;
  agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error) override {
    ++asked;
    answer acted{};
    REQUIRE(action.size == sizeof acted);
    std::memcpy(&acted, action.data, sizeof acted);
    acted.number *= 10;
    std::memcpy(reply->data, &acted, sizeof acted);
    reply->size = sizeof acted;
    if (verdict != AGON_OK) std::strcpy(error->text, "no more of that");
    return verdict;
  }
};

std::unique_ptr<host::Seat> open(const host::SandboxPolicy& sandbox = {}, std::function<bool()> should_stop = nullptr) {
  return host::open_seat(sandbox, orders::file(AGON_TEST_OBEDIENT), {"0"}, std::move(should_stop));
}

TenTimes referee;

std::unique_ptr<host::Seat> begun(const host::SandboxPolicy& sandbox = {}, const host::SeatStart& begin = start()) {
  auto seat = open(sandbox);
  REQUIRE(seat->begin(begin, referee).ok());
  return seat;
}

/// What uses up the time: in the host's process, a strategy can't be ended, so it has to listen.
std::int64_t spinning(host::Level level) {
  return level == host::Level::none ? ORDER_SPIN_WHILE : ORDER_SPIN;
}

}  // namespace

TEST_CASE("a strategy answers turn by turn, and match by match") {
  for (const host::Level level : orders::levels) {
    CAPTURE(level);
    const auto seat = open({.level = level});
    for (int match = 0; match < 3; ++match) {
      REQUIRE(seat->begin(start(), referee).ok());
      for (int turn = 0; turn < 100; ++turn) CHECK(tell(*seat, ORDER_ECHO, turn * turn).number == turn * turn);
      seat->end();
      CHECK(seat->usage().turns == 100);
      CHECK(seat->usage().cpu_ns > 0);
      CHECK(seat->usage().wall_ns >= seat->usage().cpu_ns / 2);
      CHECK(seat->usage().peak_kib.has_value() == (level != host::Level::none));
      CHECK(seat->usage().peak_kib.value_or(INT64_MAX) > 50);
    }
  }
}

TEST_CASE("one process serves match after match, unless each is to have a fresh one") {
  for (const bool fresh : {false, true}) {
    CAPTURE(fresh);
    const auto seat = open({.fresh = fresh});
    std::set<std::int64_t> processes;
    for (int match = 0; match < 3; ++match) {
      REQUIRE(seat->begin(start(), referee).ok());
      processes.insert(tell(*seat, ORDER_PID).number);
#ifndef AGON_SANITIZED
      CHECK(tell(*seat, ORDER_COUNT).number == 1);
#endif
      seat->end();
    }
    CHECK(processes.size() == (fresh ? 3 : 1));
  }
}

TEST_CASE("a strategy acts inside its turn, and sees what that reveals") {
  for (const host::Level level : orders::levels) {
    TenTimes own;
    const auto seat = open({.level = level});
    REQUIRE(seat->begin(start(), own).ok());
    CHECK(tell(*seat, ORDER_ACT, 4).number == 80);
    CHECK(own.asked == 2);
    own.verdict = AGON_ILLEGAL;
    CHECK(tell(*seat, ORDER_ACT, 4).outcome == AGON_OUTCOME_ERROR);
    CHECK(seat->reason() == "no more of that");
  }
}

TEST_CASE("what a strategy logs and prints is kept, match by match") {
  const auto seat = open();
  for (int match = 0; match < 2; ++match) {
    REQUIRE(seat->begin(start(), referee).ok());
    CHECK(tell(*seat, ORDER_LOG).outcome == AGON_OUTCOME_OK);
    seat->end();
    CHECK(seat->log() == "one\ntwo\nthree\n");
  }
}

TEST_CASE("a failure has its outcome and its sentence, and the next match finds a worker as new") {
  struct Case {
    std::int64_t order;
    std::int64_t number;
    std::int32_t outcome;
    std::string reason;
  };
  const std::vector<Case> cases = {
      {ORDER_FAIL, 0, AGON_OUTCOME_ERROR, "as I was told"},
      {ORDER_THROW, 0, AGON_OUTCOME_ERROR, "thrown as I was told"},
      {ORDER_LIE, 9, AGON_OUTCOME_ERROR, "it answered more bytes than an action may have"},
      {ORDER_LIE, -1, AGON_OUTCOME_ERROR, "it answered more bytes than an action may have"},
      {ORDER_EXIT, 3, AGON_OUTCOME_EXIT, "it called exit (status 3)"},
#ifndef AGON_SANITIZED
      {ORDER_CRASH, 0, AGON_OUTCOME_CRASH, "it crashed (SIGSEGV"},
      {ORDER_TOUCH, 200 << 20, AGON_OUTCOME_MEMORY, "it ran out of its memory of 64 MiB"},
#endif
  };
  for (const host::Level level : orders::worker_levels) {
    const auto seat = open({.level = level});
    for (const Case& each : cases) {
      CAPTURE(each.reason);
      REQUIRE(seat->begin(start(), referee).ok());
      CHECK(tell(*seat, ORDER_COUNT).number == 0);
      CHECK(tell(*seat, each.order, each.number).outcome == each.outcome);
      CHECK(seat->reason().substr(0, each.reason.size()) == each.reason);
      seat->end();
    }
  }
}

TEST_CASE("a strategy can ask how much time it has, and whether to stop") {
  for (const host::Level level : orders::levels) {
    auto seat = begun({.level = level}, start(500'000'000));
    const Answered left = tell(*seat, ORDER_TIME_LEFT);
    CHECK(left.number > 0);
    CHECK(left.number <= 500'000'000);
    // It stops at once when it is out of time, and is out of the match for it.
    CHECK(tell(*seat, ORDER_SPIN_WHILE, 5).outcome == AGON_OUTCOME_TIME);
    CHECK(seat->reason() == "it used up its CPU time of 0.5 s");
    seat->end();

    bool wanted = false;
    seat = open({.level = level}, [&] { return wanted; });
    REQUIRE(seat->begin(start(0), referee).ok());
    CHECK(tell(*seat, ORDER_TIME_LEFT).number == INT64_MAX);
    wanted = true;
    CHECK(tell(*seat, ORDER_SPIN_WHILE, 5).number == 5);
  }
}

TEST_CASE("a strategy that passes the limit of a turn is out, in a worker during that turn") {
  host::SeatStart limited = start(3'600'000'000'000);
  limited.limits.turn_cpu_ns = 100'000'000;
  for (const host::Level level : orders::levels) {
    const auto seat = begun({.level = level}, limited);
    for (int turn = 0; turn < 3; ++turn) {
      const Answered left = tell(*seat, ORDER_TURN_LEFT);  // each turn has its own limit
      CHECK(left.number > 0);
      CHECK(left.number <= 100'000'000);
    }
    CHECK(tell(*seat, spinning(level)).outcome == AGON_OUTCOME_TIME);
    CHECK(seat->reason() == "it used up its CPU time of 0.1 s for one turn");
    seat->end();
    CHECK(seat->usage().cpu_ns < 60'000'000'000);
  }
}

TEST_CASE("turns add their increments to the time of the match when they end") {
  host::SeatStart limited = start(100'000'000);
  limited.limits.increment_ns = 200'000'000;
  for (const host::Level level : orders::levels) {
    const auto seat = begun({.level = level}, limited);
    CHECK(tell(*seat, ORDER_TIME_LEFT).number <= 100'000'000);
    const std::int64_t left = tell(*seat, ORDER_TIME_LEFT).number;
    CHECK(left > 200'000'000);
    CHECK(left <= 300'000'000);
    CHECK(tell(*seat, spinning(level)).outcome == AGON_OUTCOME_TIME);
    CHECK(seat->reason() == "it used up its CPU time of 0.5 s, 0.4 s of it increments");
  }
}

TEST_CASE("what a strategy computes between its turns does not count for a turn") {
  host::SeatStart limited = start(3'600'000'000'000);
  constexpr std::int64_t turn_limit = 100'000'000;
  limited.limits.turn_cpu_ns = turn_limit;
  const auto seat = begun({}, limited);
  CHECK(tell(*seat, ORDER_PONDER, 7).number == 7);
  while (seat->usage().cpu_ns <= 2 * turn_limit) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(tell(*seat, ORDER_ECHO).outcome == AGON_OUTCOME_OK);
  CHECK(seat->end().ok());
}

TEST_CASE("create() without an instance is the same failure at every level of isolation") {
  for (const host::Level level : orders::levels) {
    const auto seat = host::open_seat({.level = level}, orders::file(AGON_TEST_ABSENT), {}, nullptr);
    const host::Outcome outcome = seat->begin(start(), referee);
    CHECK(outcome.kind == AGON_OUTCOME_LOAD);
    CHECK(outcome.reason == "its create() returned AGON_OK without an instance");
    seat->end();
  }
}

TEST_CASE("the most memory that a match took is its own") {
  constexpr std::int64_t slack = 256;  // KiB by which the kernel's counts may be off
  const auto seat = begun();
  CHECK(tell(*seat, ORDER_TOUCH, 20 << 20).outcome == AGON_OUTCOME_OK);
  seat->end();
  CHECK(seat->usage().peak_kib.value() > (20 << 10) - slack);
  REQUIRE(seat->begin(start(), referee).ok());
  CHECK(tell(*seat, ORDER_ECHO).outcome == AGON_OUTCOME_OK);
  seat->end();
#ifndef AGON_SANITIZED
  // Neither the match before counts, nor what the worker and its libraries are.
  CHECK(seat->usage().peak_kib.value() < 2 << 10);
  REQUIRE(seat->begin(start(), referee).ok());
  CHECK(tell(*seat, ORDER_TOUCH, 20 << 20).outcome == AGON_OUTCOME_OK);
  CHECK(tell(*seat, ORDER_CRASH).outcome == AGON_OUTCOME_CRASH);
  seat->end();
  CHECK(seat->usage().peak_kib.value() > (20 << 10) - slack);
  CHECK(seat->usage().peak_kib.value() < 22 << 10);
#endif
}

TEST_CASE("what a strategy computes between its turns counts as its CPU time") {
  constexpr std::int64_t limit = 100'000'000;
  for (const bool another_turn : {true, false}) {
    CAPTURE(another_turn);
    const auto seat = begun({}, start(limit));
    CHECK(tell(*seat, ORDER_PONDER, 7).number == 7);
    while (seat->usage().cpu_ns <= limit) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (another_turn) {
      CHECK(tell(*seat, ORDER_ECHO).outcome == AGON_OUTCOME_TIME);
      CHECK(seat->end().ok());  // it has been told
    } else {
      CHECK(seat->end().kind == AGON_OUTCOME_TIME);
    }
    CHECK(seat->reason() == "it used up its CPU time of 0.1 s");
  }
}

TEST_CASE("a strategy that sleeps between matches keeps its process") {
  const auto seat = begun();
  const std::int64_t process = tell(*seat, ORDER_PID).number;
  for (int match = 0; match < 3; ++match) {
    CHECK(seat->end().ok());
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    REQUIRE(seat->begin(start(), referee).ok());
    CHECK(tell(*seat, ORDER_PID).number == process);
  }
}

#ifndef AGON_SANITIZED
TEST_CASE("a worker that fails before it has loaded a library is no strategy's failure") {
  host::WorkerSpec spec;
  spec.build = host::Build::take(AGON_TEST_OBEDIENT);
  // It has no memory for the list of folders with libraries.
  spec.start.memory_bytes = 1;
  ::setenv("LD_LIBRARY_PATH", std::string(120'000, 'a').c_str(), 1);
  host::WorkerProcess worker(spec);
  ::unsetenv("LD_LIBRARY_PATH");
  worker.begin({}, nullptr);
  const auto refused = support::refusal([&] { worker.start(); });
  CHECK(refused.code == host::Exit::internal);
}
#endif

TEST_CASE("a thread that was kept on one core may run where it did before") {
  const std::vector<int> before = host::usable_cores();
  {
    const host::Pinned pinned({}, 0, 1);
    CHECK(host::usable_cores().size() == 1);
  }
  CHECK(host::usable_cores() == before);
  {
    const host::Pinned pinned({.on = false, .core = {}}, 0, 1);
    CHECK(host::usable_cores() == before);
  }
  CHECK(host::usable_cores() == before);
}

TEST_CASE("runs on one machine take a core each, as long as there are any") {
  const support::TemporaryFolder folder;
  for (const char* const core : {"cpu0", "cpu2", "cpu3"}) std::filesystem::create_directory(folder.path() / core);
  const std::vector<int> cores = {0, 2, 3};
  const auto take = [&](std::size_t first) { return host::take_core(cores, first, folder.path()); };
  std::optional<host::TakenCore> one = take(1);
  CHECK(one->core == 2);
  const host::TakenCore other = take(1);
  CHECK(other.core == 3);
  const host::TakenCore third = take(1);
  CHECK(third.core == 0);
  CHECK(take(4).core == 2);  // shared
  one.reset();
  CHECK(take(0).core == 2);
  CHECK(host::take_core(cores, 5, folder.path() / "none").core == 3);
}

TEST_CASE("turns stay quick on a core that another program keeps busy") {
  // The seat's thread goes there, and the worker, which it starts, with it.
  std::atomic<bool> done = false;
  Clock::duration took{};
  std::thread busy;
  std::thread player([&] {
    const host::Pinned pinned({}, 0, 1);
    busy = std::thread([&] {
      while (!done) {
      }
    });
    const auto seat = begun({}, start(0));
    const auto began = Clock::now();
    for (int turn = 0; turn < 3000; ++turn) {
      if (tell(*seat, ORDER_ECHO, turn).number != turn) break;
    }
    took = Clock::now() - began;
    CHECK(seat->usage().turns == 3000);
  });
  player.join();
  done = true;
  busy.join();
  CHECK(took < std::chrono::seconds(4));  // a slice of the scheduler for each turn would be 10
}

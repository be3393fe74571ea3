// A strategy in a process of its own, at both levels: what it is handed, how it fails, and what is left of it.
#include "host/seat/isolated.hpp"

#include "host/failure.hpp"
#include "host/seat/open_seat.hpp"
#include "host/seat/worker_process.hpp"
#include "tests/host/seat/fixtures/orders.h"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>
#include <agon/limits.hpp>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>

namespace {

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

host::SeatStart start_with(std::int64_t cpu_ns = 5'000'000'000, std::int64_t memory_mib = 64) {
  return {.game = "orders",
          .protocol = "orders/1",
          .seat = 0,
          .seats = 1,
          .seed = 7,
          .limits = agon::Limits{.cpu_ns = cpu_ns, .wall_ns = 60'000'000'000, .memory_bytes = memory_mib << 20},
          .observation_capacity = sizeof(order),
          .action_capacity = sizeof(answer),
          .reply_capacity = sizeof(answer)};
}

std::unique_ptr<host::Seat> open(const host::WorkerOptions& limits, const std::string& crash = "0",
                                 std::function<bool()> should_stop = nullptr) {
  host::StrategyFile file;
  file.build = host::Build::take(AGON_TEST_OBEDIENT);
  file.description.id = "obedient";
  file.description.protocol = "orders/1";
  return host::open_isolated(file, {crash}, limits, std::move(should_stop));
}

/// The number that was answered, or the outcome.
struct Answered {
  std::int32_t outcome = AGON_OUTCOME_OK;
  std::int64_t number = 0;
};

Answered tell(host::Seat& seat, std::int64_t kind, std::int64_t number = 0) {
  const order todo{kind, number};
  agon_buffer& observation = seat.observation();
  REQUIRE(observation.capacity == sizeof todo);
  std::memcpy(observation.data, &todo, sizeof todo);
  observation.size = sizeof todo;
  agon_bytes action{};
  Answered answered;
  answered.outcome = seat.turn(action);
  if (answered.outcome != AGON_OUTCOME_OK) return answered;
  answer decided{};
  std::memcpy(&decided, action.data, std::min<std::size_t>(action.size, sizeof decided));
  answered.number = decided.number;
  return answered;
}

host::WorkerOptions options(bool sandbox) {
  host::WorkerOptions worker;
  worker.sandbox = sandbox;
  return worker;
}

TenTimes referee;

std::unique_ptr<host::Seat> begun(const host::WorkerOptions& limits, const host::SeatStart& start = start_with()) {
  auto seat = open(limits);
  REQUIRE(seat->begin(start, referee).ok());
  return seat;
}

}  // namespace

TEST_CASE("a worker answers turn by turn, and match by match") {
  for (const bool sandbox : {false, true}) {
    CAPTURE(sandbox);
    const auto seat = open(options(sandbox));
    for (int match = 0; match < 3; ++match) {
      REQUIRE(seat->begin(start_with(), referee).ok());
      for (int turn = 0; turn < 100; ++turn) CHECK(tell(*seat, ORDER_ECHO, turn * turn).number == turn * turn);
      seat->end();
      CHECK(seat->usage().turns == 100);
      CHECK(seat->usage().cpu_ns > 0);
      CHECK(seat->usage().wall_ns >= seat->usage().cpu_ns / 2);
      CHECK(seat->usage().peak_kib.value() > 50);
    }
  }
}

TEST_CASE("one process serves match after match, unless each is to have a fresh one") {
  for (const bool fresh : {false, true}) {
    CAPTURE(fresh);
    host::WorkerOptions limits = options(true);
    limits.fresh = fresh;
    const auto seat = open(limits);
    std::set<std::int64_t> processes;
    for (int match = 0; match < 3; ++match) {
      REQUIRE(seat->begin(start_with(), referee).ok());
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
  referee.asked = 0;
  referee.verdict = AGON_OK;
  const auto seat = begun(options(true));
  CHECK(tell(*seat, ORDER_ACT, 4).number == 80);
  CHECK(referee.asked == 2);
  referee.verdict = AGON_ILLEGAL;
  CHECK(tell(*seat, ORDER_ACT, 4).outcome == AGON_OUTCOME_ERROR);
  CHECK(seat->reason() == "no more of that");
  referee.asked = 0;
  referee.verdict = AGON_OK;
}

TEST_CASE("what a strategy logs and prints is kept, match by match, up to a limit") {
  host::WorkerOptions limits = options(true);
  limits.log_bytes = 4096;
  const auto seat = begun(limits);
  CHECK(tell(*seat, ORDER_LOG).outcome == AGON_OUTCOME_OK);
  seat->end();
  CHECK(seat->log() == "one\ntwo\nthree\n");
  REQUIRE(seat->begin(start_with(), referee).ok());
  CHECK(tell(*seat, ORDER_FLOOD, 100'000).outcome == AGON_OUTCOME_OK);
  seat->end();
  CHECK(seat->log().size() > 3000);
  CHECK(seat->log().size() < 4200);
  CHECK(seat->log().ends_with("(the log is full)\n"));
  REQUIRE(seat->begin(start_with(), referee).ok());
  CHECK(tell(*seat, ORDER_LOG).outcome == AGON_OUTCOME_OK);
  seat->end();
  CHECK(seat->log() == "one\ntwo\nthree\n");
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
  for (const bool sandbox : {false, true}) {
    const auto seat = open(options(sandbox));
    for (const Case& each : cases) {
      CAPTURE(each.reason);
      REQUIRE(seat->begin(start_with(), referee).ok());
      CHECK(tell(*seat, ORDER_COUNT).number == 0);
      CHECK(tell(*seat, each.order, each.number).outcome == each.outcome);
      CHECK(seat->reason().substr(0, each.reason.size()) == each.reason);
      seat->end();
    }
  }
}

TEST_CASE("what a strategy prints before it crashes is kept") {
  const auto seat = begun(options(true));
  CHECK(tell(*seat, ORDER_CRASH).outcome != AGON_OUTCOME_OK);
  seat->end();
  CHECK(seat->log().starts_with("now\n"));
}

TEST_CASE("a strategy that is out of CPU time is ended") {
  const auto seat = begun(options(true), start_with(100'000'000));
  CHECK(tell(*seat, ORDER_SPIN).outcome == AGON_OUTCOME_TIME);
  CHECK(seat->reason() == "it used up its CPU time of 0.1 s");
  seat->end();
  CHECK(seat->usage().cpu_ns >= 100'000'000);
  CHECK(seat->usage().cpu_ns < 2'000'000'000);
}

TEST_CASE("a strategy can ask how much time it has, and whether to stop") {
  auto seat = begun(options(true), start_with(500'000'000));
  const Answered left = tell(*seat, ORDER_TIME_LEFT);
  CHECK(left.number > 0);
  CHECK(left.number <= 500'000'000);
  // It stops at once when it is out of time, and is out of the match for it.
  CHECK(tell(*seat, ORDER_SPIN_WHILE, 5).outcome == AGON_OUTCOME_TIME);
  seat->end();

  seat = open(options(true), "0", [] { return true; });
  REQUIRE(seat->begin(start_with(0), referee).ok());
  CHECK(tell(*seat, ORDER_TIME_LEFT).number == INT64_MAX);
  CHECK(tell(*seat, ORDER_SPIN_WHILE, 5).number == 5);
}

TEST_CASE("a worker that passes the limit of a turn is ended during that turn") {
  host::SeatStart start = start_with(3'600'000'000'000);
  start.limits.turn_cpu_ns = 100'000'000;
  for (const bool sandbox : {false, true}) {
    const auto seat = begun(options(sandbox), start);
    for (int turn = 0; turn < 3; ++turn) {
      const Answered left = tell(*seat, ORDER_TURN_LEFT);  // each turn has its own limit
      CHECK(left.number > 0);
      CHECK(left.number <= 100'000'000);
    }
    CHECK(tell(*seat, ORDER_SPIN).outcome == AGON_OUTCOME_TIME);
    CHECK(seat->reason() == "it used up its CPU time of 0.1 s for one turn");
    seat->end();
    CHECK(seat->usage().cpu_ns < 60'000'000'000);
  }
}

TEST_CASE("a worker that stops when it is told to is out of time all the same, for it has used up its turn") {
  host::SeatStart start = start_with(3'600'000'000'000);
  start.limits.turn_cpu_ns = 20'000'000;
  const auto seat = begun(options(true), start);
  CHECK(tell(*seat, ORDER_SPIN_WHILE, 5).outcome == AGON_OUTCOME_TIME);
  CHECK(seat->reason() == "it used up its CPU time of 0.02 s for one turn");
}

TEST_CASE("a worker's turns add their increments to the time of the match") {
  host::SeatStart start = start_with(100'000'000);
  start.limits.increment_ns = 1'000'000'000;
  const auto seat = begun(options(true), start);
  CHECK(tell(*seat, ORDER_TIME_LEFT).number <= 100'000'000);
  const std::int64_t left = tell(*seat, ORDER_TIME_LEFT).number;
  CHECK(left > 1'000'000'000);
  CHECK(left <= 1'100'000'000);
  CHECK(tell(*seat, ORDER_SPIN).outcome == AGON_OUTCOME_TIME);
  CHECK(seat->reason() == "it used up its CPU time of 2.1 s, 2 s of it increments");
}

TEST_CASE("what a strategy computes between its turns does not count for a turn") {
  host::SeatStart start = start_with(3'600'000'000'000);
  constexpr std::int64_t turn_limit = 100'000'000;
  start.limits.turn_cpu_ns = turn_limit;
  const auto seat = begun(options(true), start);
  CHECK(tell(*seat, ORDER_PONDER, 7).number == 7);
  while (seat->usage().cpu_ns <= 2 * turn_limit) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(tell(*seat, ORDER_ECHO).outcome == AGON_OUTCOME_OK);
  CHECK(seat->end().ok());
}

TEST_CASE("create() without an instance is the same failure at every level of isolation") {
  for (const host::Level level : {host::Level::none, host::Level::process, host::Level::sandbox}) {
    host::StrategyFile file;
    file.build = host::Build::take(AGON_TEST_ABSENT);
    file.description.id = "absent";
    file.description.protocol = "orders/1";
    host::SandboxPolicy sandbox;
    sandbox.level = level;
    sandbox.worker.sandbox = level == host::Level::sandbox;
    const auto seat = host::open_seat(sandbox, file, {}, nullptr);
    const host::Outcome outcome = seat->begin(start_with(), referee);
    CHECK(outcome.kind == AGON_OUTCOME_ERROR);
    CHECK(outcome.reason == "its create() returned AGON_OK without an instance");
    seat->end();
  }
}

TEST_CASE("a strategy that keeps memory from match to match does not run out of it") {
  const auto seat = open(options(true));
  for (int match = 0; match < 6; ++match) {
    REQUIRE(seat->begin(start_with(), referee).ok());
    CHECK(tell(*seat, ORDER_KEEP, 20 << 20).outcome == AGON_OUTCOME_OK);
    seat->end();
  }
}

TEST_CASE("the most memory that a match took is its own") {
  constexpr std::int64_t slack = 256;  // KiB by which the kernel's counts may be off
  const auto seat = open(options(true));
  REQUIRE(seat->begin(start_with(), referee).ok());
  CHECK(tell(*seat, ORDER_TOUCH, 20 << 20).outcome == AGON_OUTCOME_OK);
  seat->end();
  CHECK(seat->usage().peak_kib.value() > (20 << 10) - slack);
  REQUIRE(seat->begin(start_with(), referee).ok());
  CHECK(tell(*seat, ORDER_ECHO).outcome == AGON_OUTCOME_OK);
  seat->end();
#ifndef AGON_SANITIZED
  // Neither the match before counts, nor what the worker and its libraries are.
  CHECK(seat->usage().peak_kib.value() < 2 << 10);
  REQUIRE(seat->begin(start_with(), referee).ok());
  CHECK(tell(*seat, ORDER_TOUCH, 20 << 20).outcome == AGON_OUTCOME_OK);
  CHECK(tell(*seat, ORDER_CRASH).outcome == AGON_OUTCOME_CRASH);
  seat->end();
  CHECK(seat->usage().peak_kib.value() > (20 << 10) - slack);
  CHECK(seat->usage().peak_kib.value() < 22 << 10);
#endif
}

#ifndef AGON_SANITIZED
TEST_CASE("a crash at the match's end is told, and changes nothing for the next") {
  const auto seat = begun(options(true));
  CHECK(tell(*seat, ORDER_CRASH_AT_END).outcome == AGON_OUTCOME_OK);
  const host::Outcome outcome = seat->end();
  CHECK(outcome.kind == AGON_OUTCOME_CRASH);
  CHECK(outcome.reason == "it crashed in destroy() (SIGSEGV: a null pointer)");
  CHECK(seat->end().ok());
  CHECK(seat->usage().turns == 1);
  REQUIRE(seat->begin(start_with(), referee).ok());
  CHECK(tell(*seat, ORDER_COUNT).number == 0);
}
#endif

TEST_CASE("what a strategy computes between its turns counts as its CPU time") {
  constexpr std::int64_t limit = 100'000'000;
  for (const bool another_turn : {true, false}) {
    CAPTURE(another_turn);
    const auto seat = begun(options(true), start_with(limit));
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

TEST_CASE("a strategy that computes between matches is ended, and the next match is lost for it") {
  const auto seat = begun(options(true));
  const auto process = static_cast<pid_t>(tell(*seat, ORDER_PID).number);
  CHECK(tell(*seat, ORDER_SPIN_AT_END).outcome == AGON_OUTCOME_OK);
  CHECK(seat->end().ok());
  while (::kill(process, 0) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const host::Outcome outcome = seat->begin(start_with(), referee);
  CHECK(outcome.kind == AGON_OUTCOME_TIME);
  CHECK(outcome.reason == "it used CPU time while no match was played");
  seat->end();
  REQUIRE(seat->begin(start_with(), referee).ok());
  CHECK(tell(*seat, ORDER_COUNT).number == 0);
}

TEST_CASE("a strategy that sleeps between matches keeps its process") {
  const auto seat = begun(options(true));
  const std::int64_t process = tell(*seat, ORDER_PID).number;
  for (int match = 0; match < 3; ++match) {
    CHECK(seat->end().ok());
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    REQUIRE(seat->begin(start_with(), referee).ok());
    CHECK(tell(*seat, ORDER_PID).number == process);
  }
}

#ifndef AGON_SANITIZED
TEST_CASE("a worker that fails before it has loaded a library is no strategy's failure") {
  host::WorkerSpec spec;
  spec.build = host::Build::take(AGON_TEST_OBEDIENT);
  // It has no memory for the list of folders with libraries.
  spec.memory_bytes = 1;
  ::setenv("LD_LIBRARY_PATH", std::string(120'000, 'a').c_str(), 1);
  host::WorkerProcess worker(spec);
  ::unsetenv("LD_LIBRARY_PATH");
  worker.begin({}, nullptr);
  const auto refused = support::refusal([&] { worker.start(); });
  CHECK(refused.code == host::Exit::isolation);
}
#endif

TEST_CASE("a strategy that can't begin is out before its first turn") {
#ifndef AGON_SANITIZED
  auto crashing = open(options(true), "1");
  const host::Outcome outcome = crashing->begin(start_with(), referee);
  CHECK(outcome.kind == AGON_OUTCOME_CRASH);
  CHECK(outcome.reason == "it crashed in create() (SIGSEGV: a null pointer)");
  crashing->end();
#endif
  auto refusing = open(options(true), "2");
  const host::Outcome refused = refusing->begin(start_with(), referee);
  CHECK(refused.kind == AGON_OUTCOME_ERROR);
  CHECK(refused.reason == "crash=2 is too much");
  CHECK(refusing->refused());
  refusing->end();
}

TEST_CASE("the end of a seat is the end of its process, whatever it is doing") {
  const auto began = Clock::now();
  { const auto seat = begun(options(true)); }
  CHECK(Clock::now() - began < std::chrono::seconds(5));
}

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
    const auto seat = begun(options(true), start_with(0));
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

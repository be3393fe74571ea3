// From how a worker ended to the seat's outcome.
#include "host/seat/verdict.hpp"

#include <doctest/doctest.h>
#include <sys/syscall.h>

#include <csignal>
#include <functional>
#include <string>
#include <vector>

namespace {

using host::Cause;
using host::Evidence;
using host::channel::Hint;
using host::channel::Phase;

constexpr std::int64_t second = 1'000'000'000;

/// In the middle of a turn, with 64 MiB, 2 s of CPU time and 16 s by the clock.
Evidence ended(bool exited, int status) {
  Evidence evidence;
  evidence.ending = {.exited = exited, .status = status, .cpu_ns = 0, .peak_kib = 5000};
  evidence.phase = Phase::thinking;
  evidence.cpu_limit_ns = 2 * second;
  evidence.wall_limit_ns = 16 * second;
  evidence.memory_limit_bytes = 64 << 20;
  return evidence;
}

Evidence with(Evidence evidence, const std::function<void(Evidence&)>& change) {
  change(evidence);
  return evidence;
}

void check(const Evidence& evidence, std::int32_t kind, const std::string& reason) {
  const host::Outcome outcome = host::verdict(evidence);
  CHECK(outcome.kind == kind);
  CHECK(outcome.reason == reason);
}

}  // namespace

TEST_CASE("a signal is a crash, and says where") {
  check(ended(false, SIGSEGV), AGON_OUTCOME_CRASH, "it crashed (SIGSEGV)");
  check(ended(false, SIGABRT), AGON_OUTCOME_CRASH, "it crashed (SIGABRT)");
  check(ended(false, SIGFPE), AGON_OUTCOME_CRASH, "it crashed (SIGFPE)");
  check(with(ended(false, SIGSEGV), [](Evidence& e) { e.phase = Phase::loading; }), AGON_OUTCOME_CRASH,
        "it crashed while it was loaded (SIGSEGV)");
  check(with(ended(false, SIGILL), [](Evidence& e) { e.phase = Phase::creating; }), AGON_OUTCOME_CRASH,
        "it crashed in create() (SIGILL)");
  check(with(ended(false, SIGSEGV), [](Evidence& e) { e.hint = Hint::fault, e.number = 1; }), AGON_OUTCOME_CRASH,
        "it crashed (SIGSEGV: a null pointer)");
  check(with(ended(false, SIGSEGV), [](Evidence& e) { e.hint = Hint::fault, e.number = 2; }), AGON_OUTCOME_CRASH,
        "it crashed (SIGSEGV: the stack is full)");
}

TEST_CASE("the last words of a strategy are in the reason of a crash and of an exit, long ones with both ends") {
  const auto says = [](Evidence evidence, const std::string& words) {
    evidence.last_words = words;
    return evidence;
  };
  check(says(ended(false, SIGABRT), "Assertion `n > 0' failed."), AGON_OUTCOME_CRASH,
        "it crashed (SIGABRT); the end of its log: Assertion `n > 0' failed.");
  check(says(ended(true, 3), "no book\x1b"), AGON_OUTCOME_EXIT,
        "it called exit (status 3); the end of its log: no book\\x1b");
  check(says(ended(false, SIGABRT), std::string(300, 'a') + std::string(300, 'b')), AGON_OUTCOME_CRASH,
        "it crashed (SIGABRT); the end of its log: " + std::string(120, 'a') + " ... " + std::string(120, 'b'));
  check(says(with(ended(true, 1), [](Evidence& e) { e.hint = Hint::forbidden, e.number = SYS_tgkill; }), "no book"),
        AGON_OUTCOME_FORBIDDEN,
        "it called tgkill, as abort() and raise() do, which the sandbox forbids; the end of its log: no book");
}

TEST_CASE("an end without a word is an exit") {
  check(ended(true, 0), AGON_OUTCOME_EXIT, "it called exit (status 0)");
  check(with(ended(true, 3), [](Evidence& e) { e.phase = Phase::loading; }), AGON_OUTCOME_EXIT,
        "it called exit while it was loaded (status 3)");
  check(with(ended(true, 127), [](Evidence& e) { e.phase = Phase::starting; }), AGON_OUTCOME_EXIT,
        "it called exit while it started (status 127)");
}

TEST_CASE("what the worker says of its end tells which failure it was") {
  check(with(ended(true, 1), [](Evidence& e) { e.hint = Hint::forbidden, e.number = SYS_execve; }),
        AGON_OUTCOME_FORBIDDEN, "it called execve, which the sandbox forbids");
  check(with(ended(true, 1), [](Evidence& e) { e.hint = Hint::forbidden, e.number = 999'999; }), AGON_OUTCOME_FORBIDDEN,
        "it called system call number 999999, which the sandbox forbids");
  check(ended(false, SIGSYS), AGON_OUTCOME_FORBIDDEN,
        "it made a system call that the sandbox forbids. Most likely it started a process, as fork() and system() do, "
        "or a thread, which --threads allows");
  check(with(ended(true, 1), [](Evidence& e) { e.hint = Hint::threw, e.text = "no book"; }), AGON_OUTCOME_ERROR,
        "it threw an exception: no book");
  check(with(ended(true, 1), [](Evidence& e) { e.hint = Hint::library, e.text = "mybot.so: can't be loaded"; }),
        AGON_OUTCOME_LOAD, "mybot.so: can't be loaded");
  check(with(ended(true, 1), [](Evidence& e) { e.hint = Hint::memory; }), AGON_OUTCOME_MEMORY,
        "it ran out of its memory of 64 MiB");
  check(with(ended(false, SIGABRT), [](Evidence& e) { e.hint = Hint::memory; }), AGON_OUTCOME_MEMORY,
        "it ran out of its memory of 64 MiB");
}

TEST_CASE("what the worker says of its end can't make a failure undone") {
  for (std::uint32_t hint = 0; hint < 100; ++hint) {
    for (const bool exited : {false, true}) {
      const host::Outcome outcome = host::verdict(
          with(ended(exited, exited ? 0 : SIGSEGV), [&](Evidence& e) { e.hint = static_cast<Hint>(hint); }));
      CHECK(outcome.kind != AGON_OUTCOME_OK);
      CHECK(outcome.reason.size() > 3);
    }
  }
}

TEST_CASE("a crash with nearly all memory in use is for want of memory") {
  const auto filled = [](Evidence& e) { e.ending.peak_kib = 63 << 10; };
  check(with(ended(false, SIGSEGV), filled), AGON_OUTCOME_MEMORY, "it ran out of its memory of 64 MiB");
  check(with(ended(false, SIGFPE), filled), AGON_OUTCOME_CRASH, "it crashed (SIGFPE)");
  CHECK(host::verdict(ended(false, SIGKILL)).kind == AGON_OUTCOME_MEMORY);
}

TEST_CASE("who used the CPU is out of time, who slept has stalled") {
  check(with(ended(false, SIGKILL), [](Evidence& e) { e.cause = Cause::cpu; }), AGON_OUTCOME_TIME,
        "it used up its CPU time of 2 s");
  check(with(ended(false, SIGKILL),
             [](Evidence& e) { e.cause = Cause::wall, e.wall_used_ns = 16 * second, e.cpu_used_ns = second / 10; }),
        AGON_OUTCOME_STALL, "it did not answer within 16 s by the clock, and used 0.1 s of CPU time");
  check(with(ended(false, SIGKILL),
             [](Evidence& e) { e.cause = Cause::wall, e.wall_used_ns = 16 * second, e.cpu_used_ns = 9 * second; }),
        AGON_OUTCOME_TIME, "it took more than 16 s by the clock, 9 s of it CPU time");
  check(ended(false, SIGXCPU), AGON_OUTCOME_TIME, "it used up its CPU time of 2 s");
  check(with(ended(false, SIGKILL), [](Evidence& e) { e.cause = Cause::cpu, e.phase = Phase::destroying; }),
        AGON_OUTCOME_TIME, "it used up its CPU time of 2 s in destroy()");
  check(with(ended(false, SIGKILL), [](Evidence& e) { e.cause = Cause::idle; }), AGON_OUTCOME_TIME,
        "it used CPU time while no match was played");
}

TEST_CASE("who is out of CPU time is told which limit that was") {
  check(with(ended(false, SIGKILL), [](Evidence& e) { e.cause = Cause::turn_cpu, e.turn_limit_ns = second / 2; }),
        AGON_OUTCOME_TIME, "it used up its CPU time of 0.5 s for one turn");
  check(with(ended(false, SIGKILL), [](Evidence& e) { e.cause = Cause::cpu, e.cpu_increments_ns = second / 4; }),
        AGON_OUTCOME_TIME, "it used up its CPU time of 2 s, 0.25 s of it increments");
}

TEST_CASE("what the host ended for is what counts") {
  check(with(ended(false, SIGKILL), [](Evidence& e) { e.cause = Cause::damage; }), AGON_OUTCOME_ERROR,
        "it wrote over the memory that it shares with the host");
  check(with(ended(false, SIGKILL), [](Evidence& e) { e.cause = Cause::threads; }), AGON_OUTCOME_FORBIDDEN,
        "it started more threads than it may have");
  check(with(ended(false, SIGKILL), [](Evidence& e) { e.cause = Cause::memory, e.memory_limit_bytes = 64 << 20; }),
        AGON_OUTCOME_MEMORY, "it ran out of its memory of 64 MiB");
}

TEST_CASE("time that a process waits for a core does not count, up to ten times the limit") {
  using host::over_wall_time;
  CHECK(!over_wall_time(0, 1000, 0));  // no limit
  CHECK(!over_wall_time(100, 100, 0));
  CHECK(over_wall_time(100, 101, 0));
  CHECK(!over_wall_time(100, 400, 300));
  CHECK(over_wall_time(100, 400, 299));
  CHECK(!over_wall_time(100, 999, 999));
  CHECK(over_wall_time(100, 1000, 1000));
}

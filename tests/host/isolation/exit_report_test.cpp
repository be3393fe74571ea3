// From how a process ended to the seat's outcome.
#include "host/isolation/exit_report.hpp"
#include "host/isolation/wall_limit.hpp"

#include <doctest/doctest.h>
#include <sys/syscall.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <functional>
#include <string>

namespace {

using host::ExitReport;
using host::KillReason;
using host::channel::Hint;
using host::channel::Phase;

constexpr std::int64_t second = 1'000'000'000;

/// In the middle of a turn, with 64 MiB, 2 s of CPU time and 16 s by the clock. `change` makes it another one.
ExitReport ended(
    bool exited, int status, const std::function<void(ExitReport&)>& change = [](ExitReport&) {}) {
  ExitReport report;
  report.exited = exited;
  report.status = status;
  report.worker.peak_kib = 5000;
  report.worker.phase = Phase::thinking;
  report.cpu_limit_ns = 2 * second;
  report.wall_limit_ns = 16 * second;
  report.memory_limit_bytes = 64 << 20;
  change(report);
  return report;
}

ExitReport ended_in(bool exited, int status, Phase phase) {
  return ended(exited, status, [&](ExitReport& e) { e.worker.phase = phase; });
}

/// With what the worker has said of its end.
ExitReport ended_with(bool exited, int status, Hint hint, std::int32_t number = 0, const std::string& text = "") {
  return ended(exited, status,
               [&](ExitReport& e) { e.worker.hint = hint, e.worker.number = number, e.worker.text = text; });
}

ExitReport saying(ExitReport report, const std::string& words) {
  report.last_words = words;
  return report;
}

/// Ended by the host.
ExitReport killed(
    KillReason reason, const std::function<void(ExitReport&)>& change = [](ExitReport&) {}) {
  ExitReport report = ended(false, SIGKILL, change);
  report.killed = reason;
  return report;
}

ExitReport program(
    ExitReport report, const std::function<void(host::ProgramState&)>& change = [](host::ProgramState&) {}) {
  report.program = {.end = {.ended = true}, .program = "bot.py", .expected = "action", .most_tasks = 72};
  change(*report.program);
  return report;
}

void check(const ExitReport& report, std::int32_t kind, const std::string& reason) {
  const host::Outcome outcome = host::classify_exit(report);
  CHECK(outcome.kind == kind);
  CHECK(outcome.reason == reason);
}

}  // namespace

TEST_CASE("a signal is a crash, and says where") {
  check(ended(false, SIGSEGV), AGON_OUTCOME_CRASH, "it crashed (SIGSEGV)");
  check(ended(false, SIGABRT), AGON_OUTCOME_CRASH, "it crashed (SIGABRT)");
  check(ended(false, SIGFPE), AGON_OUTCOME_CRASH, "it crashed (SIGFPE)");
  check(ended_in(false, SIGSEGV, Phase::loading), AGON_OUTCOME_CRASH, "it crashed while it was loaded (SIGSEGV)");
  check(ended_in(false, SIGILL, Phase::creating), AGON_OUTCOME_CRASH, "it crashed in create() (SIGILL)");
  check(ended_with(false, SIGSEGV, Hint::fault, 1), AGON_OUTCOME_CRASH, "it crashed (SIGSEGV: a null pointer)");
  check(ended_with(false, SIGSEGV, Hint::fault, 2), AGON_OUTCOME_CRASH, "it crashed (SIGSEGV: the stack is full)");
}

TEST_CASE("the last words of a strategy are in the reason of a crash and of an exit, long ones with both ends") {
  check(saying(ended(false, SIGABRT), "Assertion `n > 0' failed."), AGON_OUTCOME_CRASH,
        "it crashed (SIGABRT); the end of its log: Assertion `n > 0' failed.");
  check(saying(ended(true, 3), "no book\x1b"), AGON_OUTCOME_EXIT,
        "it called exit (status 3); the end of its log: no book\\x1b");
  check(saying(ended(false, SIGABRT), std::string(300, 'a') + std::string(300, 'b')), AGON_OUTCOME_CRASH,
        "it crashed (SIGABRT); the end of its log: " + std::string(120, 'a') + " ... " + std::string(120, 'b'));
  check(saying(ended_with(true, 1, Hint::forbidden, SYS_tgkill), "no book"), AGON_OUTCOME_FORBIDDEN,
        "it called tgkill, as abort() and raise() do, which the sandbox forbids; the end of its log: no book");
}

TEST_CASE("an end without a word is an exit") {
  check(ended(true, 0), AGON_OUTCOME_EXIT, "it called exit (status 0)");
  check(ended_in(true, 3, Phase::loading), AGON_OUTCOME_EXIT, "it called exit while it was loaded (status 3)");
  check(ended_in(true, 127, Phase::starting), AGON_OUTCOME_EXIT, "it called exit while it started (status 127)");
}

TEST_CASE("what the worker says of its end tells which failure it was") {
  check(ended_with(true, 1, Hint::forbidden, SYS_execve), AGON_OUTCOME_FORBIDDEN,
        "it called execve, which the sandbox forbids");
  check(ended_with(true, 1, Hint::forbidden, 999'999), AGON_OUTCOME_FORBIDDEN,
        "it called system call number 999999, which the sandbox forbids");
  check(ended(false, SIGSYS), AGON_OUTCOME_FORBIDDEN,
        "it made a system call that the sandbox forbids. Most likely it started a process, as fork() and system() do, "
        "or a thread, which --threads allows");
  check(ended_with(true, 1, Hint::threw, 0, "no book"), AGON_OUTCOME_ERROR, "it threw an exception: no book");
  check(ended_with(true, 1, Hint::library, 0, "mybot.so: can't be loaded"), AGON_OUTCOME_LOAD,
        "mybot.so: can't be loaded");
  check(ended_with(true, 1, Hint::memory), AGON_OUTCOME_MEMORY, "it ran out of its memory of 64 MiB");
  check(ended_with(false, SIGABRT, Hint::memory), AGON_OUTCOME_MEMORY, "it ran out of its memory of 64 MiB");
}

TEST_CASE("what the worker says of its end can't make a failure undone") {
  for (std::uint32_t hint = 0; hint < 100; ++hint) {
    for (const bool exited : {false, true}) {
      const host::Outcome outcome =
          host::classify_exit(ended_with(exited, exited ? 0 : SIGSEGV, static_cast<Hint>(hint)));
      CHECK(outcome.kind != AGON_OUTCOME_OK);
      CHECK(outcome.reason.size() > 3);
    }
  }
}

TEST_CASE("a crash with nearly all memory in use is for want of memory") {
  const auto filled = [](ExitReport& e) { e.worker.peak_kib = 63 << 10; };
  check(ended(false, SIGSEGV, filled), AGON_OUTCOME_MEMORY, "it ran out of its memory of 64 MiB");
  check(ended(false, SIGFPE, filled), AGON_OUTCOME_CRASH, "it crashed (SIGFPE)");
  CHECK(host::classify_exit(ended(false, SIGKILL)).kind == AGON_OUTCOME_MEMORY);
}

TEST_CASE("who used the CPU is out of time, who slept has stalled") {
  const auto after = [](std::int64_t cpu_ns) {
    return [=](ExitReport& e) { e.wall_used_ns = 16 * second, e.cpu_used_ns = cpu_ns; };
  };
  check(killed(KillReason::cpu), AGON_OUTCOME_TIME, "it used up its CPU time of 2 s");
  check(killed(KillReason::wall, after(second / 10)), AGON_OUTCOME_STALL,
        "it did not answer within 16 s by the clock, and used 0.1 s of CPU time");
  check(killed(KillReason::wall, after(9 * second)), AGON_OUTCOME_TIME,
        "it took more than 16 s by the clock, 9 s of it CPU time");
  check(ended(false, SIGXCPU), AGON_OUTCOME_TIME, "it used up its CPU time of 2 s");
  check(killed(KillReason::cpu, [](ExitReport& e) { e.worker.phase = Phase::destroying; }), AGON_OUTCOME_TIME,
        "it used up its CPU time of 2 s in destroy()");
  check(killed(KillReason::idle), AGON_OUTCOME_TIME, "it used CPU time while no match was played");
}

TEST_CASE("who is out of CPU time is told which limit that was") {
  check(killed(KillReason::turn_cpu, [](ExitReport& e) { e.turn_limit_ns = second / 2; }), AGON_OUTCOME_TIME,
        "it used up its CPU time of 0.5 s for one turn");
  check(killed(KillReason::cpu, [](ExitReport& e) { e.cpu_increments_ns = second / 4; }), AGON_OUTCOME_TIME,
        "it used up its CPU time of 2 s, 0.25 s of it increments");
}

TEST_CASE("what the host ended for is what counts") {
  check(killed(KillReason::damage), AGON_OUTCOME_ERROR, "it wrote over the memory that it shares with the host");
  check(killed(KillReason::tasks), AGON_OUTCOME_FORBIDDEN, "it started more threads than it may have");
  check(killed(KillReason::memory), AGON_OUTCOME_MEMORY, "it ran out of its memory of 64 MiB");
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

TEST_CASE("a program's end says what the host waited for, and what it got instead") {
  check(program(ended(true, 3)), AGON_OUTCOME_EXIT, "it ended, with exit status 3");
  check(saying(program(ended(false, SIGSEGV)), "no book"), AGON_OUTCOME_CRASH,
        "it crashed (SIGSEGV); the end of its standard error: no book");
  check(program(ended(true, 0), [](auto& p) { p.starting = true, p.expected = "ready", p.unfinished = 1; }),
        AGON_OUTCOME_EXIT,
        "it ended before it wrote 'ready', with exit status 0; its last 1 byte came without a line break: end each "
        "message with one");
  check(program(ended(true, 0), [](auto& p) { p.end.ended = false; }), AGON_OUTCOME_EXIT,
        "it closed its output, and runs on");
  check(program(ended(true, 0), [](auto& p) { p.end.refused = ENOENT; }), AGON_OUTCOME_LOAD,
        "it can't be run: bot.py, or its interpreter, is not there");
  check(program(killed(KillReason::wall, [](ExitReport& e) { e.wall_used_ns = 16 * second; })), AGON_OUTCOME_STALL,
        "it did not answer within 16 s by the clock: the host waits for 'action', which has not arrived: a program "
        "has to flush its output after each line");
  check(program(killed(KillReason::tasks)), AGON_OUTCOME_FORBIDDEN, "it started more than 72 processes and threads");
}

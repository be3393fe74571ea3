// Determines a seat's outcome from how its process ended: a worker or a program. No I/O.
#pragma once

#include "host/isolation/channel.hpp"
#include "host/isolation/program_process.hpp"
#include "host/plugin/cpu_budget.hpp"
#include "host/plugin/outcome.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace host {

/// Why the host ended a process, if it did.
enum class KillReason {
  none,
  cpu,         // of the match
  turn_cpu,    // of the turn
  wall,        // of the match
  start_cpu,   // of a program's start
  start_wall,  // of a program's start
  asleep,      // a program waits for nothing that can come
  memory,
  tasks,   // too many threads, or processes
  damage,  // a worker has damaged the memory that it shares with the host
  idle,    // it used CPU time while no match was played
  idle_memory,
  line,    // a program's line is too long
  unread,  // a program's input was full for unread_ns
  unread_in_turn,
  unsupervised,  // a program has killed or stopped its supervisor
  unwanted
};

/// Returns whether a process was ended while no match was played: then the next one is lost.
inline bool ended_while_idle(KillReason why) {
  return why == KillReason::idle || why == KillReason::idle_memory;
}

/// How long a program's input may be full, by the clock: between turns, and in a turn, where the program may still be
/// busy with the last one.
inline constexpr std::int64_t unread_ns = 5'000'000'000;
inline constexpr std::int64_t unread_in_turn_ns = 60'000'000'000;

/// A worker's hints, which it writes itself: they tell which of its failures it was, but never prove that there was
/// none.
struct WorkerHints {
  channel::Phase phase = channel::Phase::starting;
  channel::Hint hint = channel::Hint::none;
  std::int32_t number = 0;
  std::string text{};
  std::int64_t peak_kib = 0;  // from the kernel
};

/// Returns the hints in a worker's shared memory.
WorkerHints hints_in(const channel::Channel& shared, std::int64_t peak_kib);

/// What a program has done, as far as the host knows.
struct ProgramState {
  ProgramEnd end{};                 // if it has not ended, it has only closed its output
  bool starting = false;            // it has not yet written "ready", or an engine "readyok"
  std::string program{};            // its name
  std::string expected{};           // the message for which the host waits: "ready", "action"; empty: its end
  std::string ignored{};            // the last line that the host has not understood; empty: none
  std::string wanted{};             // what the host expects in place of that line
  std::size_t unfinished = 0;       // bytes after the last line end
  std::int64_t start_limit_ns = 0;  // of CPU time
  std::int64_t asleep_ns = 0;
  int most_tasks = 0;
};

/// All evidence of the end of a process.
struct ExitReport {
  KillReason killed = KillReason::none;
  bool exited = false;
  int status = 0;                      // the exit status, or the signal
  std::string last_words{};            // of its log, as last_words(); empty: none
  std::int64_t cpu_used_ns = 0;        // in this match, or for the start
  std::int64_t cpu_limit_ns = 0;       // of the match, including increments
  std::int64_t cpu_increments_ns = 0;  // the sum of the increments
  std::int64_t turn_limit_ns = 0;      // of CPU time
  std::int64_t wall_used_ns = 0;
  std::int64_t wall_limit_ns = 0;
  std::int64_t memory_limit_bytes = 0;
  WorkerHints worker{};
  std::optional<ProgramState> program{};  // nothing: it is a worker
};

/// Returns the outcome of a seat whose process has ended, was ended, or gives no answer.
Outcome classify_exit(const ExitReport& report);

/// Returns the reason for which the host ends a process that has passed a limit of CPU time.
KillReason kill_reason(CpuBudget::Passed passed);

/// Returns the outcome of a strategy that has passed this limit of CPU time, if any.
Outcome out_of_budget(const CpuBudget& budget, CpuBudget::Passed passed);
/// Returns the outcome of a strategy that has exceeded its limit of memory.
Outcome out_of_memory(std::int64_t limit_bytes);

/// Returns a sentence about a line that is not the expected message, as "it wrote 'x', and the host expects 'y'".
std::string unexpected_line(const std::string& line, const std::string& expected);

/// Returns the name of a signal: "SIGSEGV".
std::string signal_name(int signal);

}  // namespace host

// Determines a seat's outcome from how its worker's process ended. No I/O.
#pragma once

#include "host/seat/channel.hpp"
#include "host/seat/outcome.hpp"
#include "host/session/cpu_budget.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace host {

/// How a worker's process ended, as reported by the kernel.
struct Ending {
  bool exited = false;
  int status = 0;  // the exit status, or the signal
  std::int64_t cpu_ns = 0;
  std::int64_t peak_kib = 0;
};

/// Why the host ended the process, if it did.
enum class Cause { none, cpu, turn_cpu, wall, memory, threads, damage, idle /* but it used CPU time */, unwanted };

/// All evidence for the verdict. The worker writes its hints: they tell which of its failures it was, but never prove
/// that there was none.
struct Evidence {
  Ending ending;
  Cause cause = Cause::none;
  channel::Phase phase = channel::Phase::starting;
  channel::Hint hint = channel::Hint::none;
  std::int32_t number = 0;
  std::string text;
  std::string last_words{};            // of its log, as last_words(); empty: none
  std::int64_t cpu_used_ns = 0;        // in this match
  std::int64_t cpu_limit_ns = 0;       // of the match, including increments
  std::int64_t cpu_increments_ns = 0;  // the sum of the increments
  std::int64_t turn_limit_ns = 0;      // of CPU time
  std::int64_t wall_used_ns = 0;
  std::int64_t wall_limit_ns = 0;
  std::int64_t memory_limit_bytes = 0;
};

Outcome verdict(const Evidence& evidence);

/// Returns whether a match that has taken `wall_ns` is over its limit (0: no limit). During `queued_ns` of that time
/// the process was ready to run but had no core. On a busy machine, this time does not count. But a strategy can cause
/// such waits itself: by yielding while others compute, or by its own competing threads. So 10 times the limit is
/// always too much.
bool over_wall_time(std::int64_t limit_ns, std::int64_t wall_ns, std::int64_t queued_ns);

/// Return the outcomes of a strategy that exceeded a limit: the match's CPU time, of which `increments_ns` were
/// increments; the CPU time of one turn; memory.
Outcome out_of_time(std::int64_t limit_ns, std::int64_t increments_ns = 0);
Outcome out_of_turn_time(std::int64_t limit_ns);
/// Returns the outcome for the time limit that `passed` names: the turn's, otherwise the match's.
Outcome out_of_budget(const CpuBudget& budget, CpuBudget::Passed passed);
Outcome out_of_memory(std::int64_t limit_bytes);

/// Returns the last words of a strategy for a sentence: both ends of long ones.
std::string quoted_words(const std::string& words);

/// Returns the name of a signal: "SIGSEGV".
std::string signal_name(int signal);

/// Returns the name of a system call on this machine: "execve", or "number 400" if it is unknown.
std::string system_call_name(int number);

}  // namespace host

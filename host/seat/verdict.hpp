// What became of a worker: from how its process ended to the seat's outcome. No I/O.
#pragma once

#include "host/seat/channel.hpp"
#include "host/seat/outcome.hpp"
#include "host/session/cpu_budget.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace host {

/// How a worker's process ended, as the kernel says.
struct Ending {
  bool exited = false;
  int status = 0;  // the exit status, or the signal
  std::int64_t cpu_ns = 0;
  std::int64_t peak_kib = 0;
};

/// Why the host ended it, if it did.
enum class Cause { none, cpu, turn_cpu, wall, memory, threads, damage, idle /* but it used CPU time */, unwanted };

/// All that counts for the verdict. Hints were written by the worker: they tell which of its own failures it was, never
/// that there was none.
struct Evidence {
  Ending ending;
  Cause cause = Cause::none;
  channel::Phase phase = channel::Phase::starting;
  channel::Hint hint = channel::Hint::none;
  std::int32_t number = 0;
  std::string text;
  std::int64_t cpu_used_ns = 0;        // in this match
  std::int64_t cpu_limit_ns = 0;       // of the match, increments included
  std::int64_t cpu_increments_ns = 0;  // the part of it that increments are
  std::int64_t turn_limit_ns = 0;      // of CPU time
  std::int64_t wall_used_ns = 0;
  std::int64_t wall_limit_ns = 0;
  std::int64_t memory_limit_bytes = 0;
};

Outcome verdict(const Evidence& evidence);

/// Returns whether a match that has taken `wall_ns` is over its limit (0: there is none). Of that time, the process was
/// ready to run for `queued_ns` and had no core: a busy machine, which does not count. But a strategy can queue on
/// purpose: it yields while others compute, or its own threads compete. So nothing takes over ten times the limit.
bool over_wall_time(std::int64_t limit_ns, std::int64_t wall_ns, std::int64_t queued_ns);

/// The outcomes of a strategy that has used too much: CPU time of the match, of which `increments_ns` were increments,
/// or of one turn; memory.
Outcome out_of_time(std::int64_t limit_ns, std::int64_t increments_ns = 0);
Outcome out_of_turn_time(std::int64_t limit_ns);
/// The one of the first two that belongs to the limit which `passed` names: that of the match unless it is the turn's.
Outcome out_of_budget(const CpuBudget& budget, CpuBudget::Passed passed);
Outcome out_of_memory(std::int64_t limit_bytes);

/// The name of a signal: "SIGSEGV".
std::string signal_name(int signal);

/// The name of a system call on this machine: "execve", or "number 400".
std::string system_call_name(int number);

}  // namespace host

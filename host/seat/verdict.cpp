#include "host/seat/verdict.hpp"

#include "host/plain.hpp"
#include "host/text.hpp"

#include <seccomp.h>
#include <sys/syscall.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

namespace host {

namespace {

std::string where(channel::Phase phase) {
  switch (phase) {
    case channel::Phase::starting:
      return " while it started";
    case channel::Phase::loading:
      return " while it was loaded";
    case channel::Phase::creating:
      return " in create()";
    case channel::Phase::destroying:
      return " in destroy()";
    default:
      return "";
  }
}

/// Returns whether the worker has filled nearly all of its memory. Then it was killed for lack of memory, or failed
/// because it did not check an allocation.
bool full(const Evidence& evidence) {
  return evidence.memory_limit_bytes > 0 && evidence.ending.peak_kib >= evidence.memory_limit_bytes / 1024 / 100 * 95;
}

Outcome used_up(const Evidence& evidence) {
  Outcome outcome = evidence.cause == Cause::turn_cpu ? out_of_turn_time(evidence.turn_limit_ns)
                                                      : out_of_time(evidence.cpu_limit_ns, evidence.cpu_increments_ns);
  outcome.reason += where(evidence.phase);
  return outcome;
}

Outcome too_slow(const Evidence& evidence) {
  const std::string clock = in_seconds(evidence.wall_limit_ns) + " by the clock" + where(evidence.phase);
  // On a busy machine, waiting for a core is no stall.
  if (evidence.cpu_used_ns > evidence.wall_used_ns / 2)
    return {AGON_OUTCOME_TIME,
            "it took more than " + clock + ", " + in_seconds(evidence.cpu_used_ns) + " of it CPU time"};
  return {AGON_OUTCOME_STALL,
          "it did not answer within " + clock + ", and used " + in_seconds(evidence.cpu_used_ns) + " of CPU time"};
}

std::string fault_text(const Evidence& evidence) {
  if (evidence.hint != channel::Hint::fault) return "";
  if (evidence.number == 1) return ": a null pointer";
  if (evidence.number == 2) return ": the stack is full";
  return "";
}

std::string and_last_words(const Evidence& evidence) {
  return evidence.last_words.empty() ? "" : "; the end of its log: " + quoted_words(evidence.last_words);
}

Outcome by_signal(const Evidence& evidence) {
  const int signal = evidence.ending.status;
  if (signal == SIGXCPU) return out_of_time(evidence.cpu_limit_ns, evidence.cpu_increments_ns);
  // The stack may grow up to the memory limit. Filling it indicates infinite recursion.
  const bool stack_full = evidence.hint == channel::Hint::fault && evidence.number == 2;
  if (evidence.hint == channel::Hint::memory ||
      (!stack_full && full(evidence) &&
       (signal == SIGSEGV || signal == SIGABRT || signal == SIGBUS || signal == SIGKILL)))
    return out_of_memory(evidence.memory_limit_bytes);
  // The worker's own handler names the call, unless signals are blocked, as they are while the C library starts a
  // program or, from glibc 2.41 on, forks.
  if (signal == SIGSYS)
    return {AGON_OUTCOME_FORBIDDEN,
            "it made a system call that the sandbox forbids" + where(evidence.phase) +
                ". Most likely it started a process, as fork() and system() do, or a thread, which --threads allows"};
  if (signal == SIGKILL)
    return {AGON_OUTCOME_MEMORY, "the system killed it (SIGKILL): most likely the machine ran out of memory"};
  return {AGON_OUTCOME_CRASH, "it crashed" + where(evidence.phase) + " (" + signal_name(signal) + fault_text(evidence) +
                                  ")" + and_last_words(evidence)};
}

/// Returns which functions of the C library make a system call, where that is not plain.
std::string functions_with(int call) {
  if (call == SYS_tgkill) return ", as abort() and raise() do";
  if (call == SYS_dup) return ", as perror() does";
  return "";
}

Outcome by_exit(const Evidence& evidence) {
  switch (evidence.hint) {
    case channel::Hint::forbidden:
      return {AGON_OUTCOME_FORBIDDEN, "it called " + system_call_name(evidence.number) + where(evidence.phase) +
                                          functions_with(evidence.number) + ", which the sandbox forbids" +
                                          and_last_words(evidence)};
    case channel::Hint::memory:
      return out_of_memory(evidence.memory_limit_bytes);
    case channel::Hint::threw:
      return {AGON_OUTCOME_ERROR, "it threw an exception" + where(evidence.phase) + ": " + evidence.text};
    case channel::Hint::library:
      return {AGON_OUTCOME_LOAD, evidence.text.empty() ? "it could not be loaded" : evidence.text};
    default:
      return {AGON_OUTCOME_EXIT, "it called exit" + where(evidence.phase) + " (status " +
                                     std::to_string(evidence.ending.status) + ")" + and_last_words(evidence)};
  }
}

}  // namespace

Outcome out_of_time(std::int64_t limit_ns, std::int64_t increments_ns) {
  std::string reason = "it used up its CPU time of " + in_seconds(limit_ns);
  if (increments_ns > 0) reason += ", " + in_seconds(increments_ns) + " of it increments";
  return {AGON_OUTCOME_TIME, std::move(reason)};
}

Outcome out_of_turn_time(std::int64_t limit_ns) {
  return {AGON_OUTCOME_TIME, "it used up its CPU time of " + in_seconds(limit_ns) + " for one turn"};
}

Outcome out_of_budget(const CpuBudget& budget, CpuBudget::Passed passed) {
  return passed == CpuBudget::Passed::turn ? out_of_turn_time(budget.turn_limit_ns())
                                           : out_of_time(budget.match_limit_ns(), budget.increments_ns());
}

Outcome out_of_memory(std::int64_t limit_bytes) {
  return {AGON_OUTCOME_MEMORY,
          limit_bytes > 0 ? "it ran out of its memory of " + in_mebibytes(limit_bytes) : "it ran out of memory"};
}

bool over_wall_time(std::int64_t limit_ns, std::int64_t wall_ns, std::int64_t queued_ns) {
  constexpr std::int64_t most_limits = 10;
  if (limit_ns == 0 || wall_ns <= limit_ns) return false;
  return wall_ns - queued_ns > limit_ns || wall_ns / most_limits >= limit_ns;
}

Outcome verdict(const Evidence& evidence) {
  switch (evidence.cause) {
    case Cause::cpu:
    case Cause::turn_cpu:
      return used_up(evidence);
    case Cause::wall:
      return too_slow(evidence);
    case Cause::memory:
      return out_of_memory(evidence.memory_limit_bytes);
    case Cause::threads:
      return {AGON_OUTCOME_FORBIDDEN, "it started more threads than it may have"};
    case Cause::damage:
      return {AGON_OUTCOME_ERROR, "it wrote over the memory that it shares with the host"};
    case Cause::idle:
      return {AGON_OUTCOME_TIME, "it used CPU time while no match was played"};
    default:
      return evidence.ending.exited ? by_exit(evidence) : by_signal(evidence);
  }
}

std::string quoted_words(const std::string& words) {
  constexpr std::size_t half = 120;  // an assertion that failed is at the end, behind the name of its function
  if (words.size() <= 2 * half) return plain(words);
  return plain(words.substr(0, half)) + " ... " + plain(words.substr(words.size() - half));
}

std::string signal_name(int signal) {
  const char* const name = ::sigabbrev_np(signal);
  return name == nullptr ? "signal " + std::to_string(signal) : std::string("SIG") + name;
}

std::string system_call_name(int number) {
  const std::unique_ptr<char, decltype(&std::free)> name(::seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number),
                                                         &std::free);
  return name ? name.get() : "system call number " + std::to_string(number);
}

}  // namespace host

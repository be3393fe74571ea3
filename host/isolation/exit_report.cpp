#include "host/isolation/exit_report.hpp"

#include "host/util/escape.hpp"
#include "host/util/shared_memory.hpp"
#include "host/util/text.hpp"

#include <seccomp.h>
#include <sys/syscall.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

namespace host {

namespace {

std::string where(const ExitReport& report) {
  if (report.program) return report.program->starting ? " before it wrote '" + report.program->expected + "'" : "";
  switch (report.worker.phase) {
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

/// Returns the last words of a strategy for a sentence: both ends of long ones.
std::string quoted_words(const std::string& words) {
  constexpr std::size_t half = 120;  // an assertion that failed is at the end, behind the name of its function
  if (words.size() <= 2 * half) return printable(words);
  return printable(words.substr(0, half)) + " ... " + printable(words.substr(words.size() - half));
}

std::string and_last_words(const ExitReport& report) {
  if (report.last_words.empty()) return "";
  return std::string("; the end of its ") + (report.program ? "standard error" : "log") + ": " +
         quoted_words(report.last_words);
}

/// Returns the beginning of a text from a program, so that a sentence with it stays readable.
std::string shortened(const std::string& text) {
  constexpr std::size_t most = 120;
  const std::string shown = printable(text.substr(0, most));
  return text.size() > most ? shown + "..." : shown;
}

/// Returns what the host waits for from a program, and what it got instead.
std::string instead(const ProgramState& program) {
  if (program.expected.empty())
    return "it has not ended: a program ends after its last output, and flushes what it writes for an answer";
  if (program.unfinished > 0)
    return "the program is alive and has written " + counted(program.unfinished, "byte") +
           " without a line break: end each message with one, and flush the output";
  if (!program.ignored.empty()) return unexpected_line(program.ignored, program.wanted);
  return "the host waits for '" + program.expected +
         "', which has not arrived: a program has to flush its output after each line";
}

/// Returns what a program that has ended wrote last, if no line break follows it.
std::string half_a_line(const ProgramState& program) {
  return program.unfinished == 0 ? ""
                                 : "; its last " + counted(program.unfinished, "byte") +
                                       " came without a line break: end each message with one";
}

/// Returns the outcome of a program that the kernel does not run because of `error`.
Outcome not_run(const ProgramState& program, int error) {
  std::string why = "it can't be run: " + std::string(std::strerror(error));
  if (error == ENOENT) why = "it can't be run: " + program.program + ", or its interpreter, is not there";
  if (error == ENOEXEC)
    why =
        "it can't be run: its first line names no interpreter, as #!/usr/bin/env python3 does, and it is no "
        "executable of this machine";
  if (error == EACCES)
    why = "it can't be run: " + program.program +
          " or its interpreter is not executable, or lies outside the folders that the sandbox opens (the option "
          "read=FOLDER opens another)";
  return {AGON_OUTCOME_LOAD, why};
}

Outcome out_of_time(std::int64_t limit_ns, std::int64_t increments_ns) {
  std::string reason = "it used up its CPU time of " + in_seconds(limit_ns);
  if (increments_ns > 0) reason += ", " + in_seconds(increments_ns) + " of it increments";
  return {AGON_OUTCOME_TIME, std::move(reason)};
}

Outcome out_of_turn_time(std::int64_t limit_ns) {
  return {AGON_OUTCOME_TIME, "it used up its CPU time of " + in_seconds(limit_ns) + " for one turn"};
}

Outcome too_slow(const ExitReport& report) {
  const std::string clock = in_seconds(report.wall_limit_ns) + " by the clock" + where(report);
  // On a busy machine, waiting for a core is no stall.
  if (report.cpu_used_ns > report.wall_used_ns / 2)
    return {AGON_OUTCOME_TIME,
            "it took more than " + clock + ", " + in_seconds(report.cpu_used_ns) + " of it CPU time"};
  return {AGON_OUTCOME_STALL, "it did not answer within " + clock +
                                  (report.program ? ": " + instead(*report.program)
                                                  : ", and used " + in_seconds(report.cpu_used_ns) + " of CPU time")};
}

/// Returns the outcome of a program that ended without the host, or that has closed its output.
Outcome program_ended(const ExitReport& report) {
  const std::string end = half_a_line(*report.program) + and_last_words(report);
  if (!report.program->end.ended)
    return {AGON_OUTCOME_EXIT, "it closed its output" + where(report) + ", and runs on" + end};
  if (report.exited)
    return {AGON_OUTCOME_EXIT,
            "it ended" + where(report) + ", with exit status " + std::to_string(report.status) + end};
  return {AGON_OUTCOME_CRASH, "it crashed" + where(report) + " (" + signal_name(report.status) + ")" + end};
}

/// Returns whether a worker has filled nearly all of its memory. Then it was killed for lack of memory, or failed
/// because it did not check an allocation.
bool full(const ExitReport& report) {
  return report.memory_limit_bytes > 0 && report.worker.peak_kib >= report.memory_limit_bytes / 1024 / 100 * 95;
}

std::string fault_text(const WorkerHints& worker) {
  if (worker.hint != channel::Hint::fault) return "";
  if (worker.number == 1) return ": a null pointer";
  if (worker.number == 2) return ": the stack is full";
  return "";
}

/// Returns the outcome of a worker that a signal ended.
Outcome worker_killed(const ExitReport& report) {
  const int signal = report.status;
  const WorkerHints& worker = report.worker;
  if (signal == SIGXCPU) return out_of_time(report.cpu_limit_ns, report.cpu_increments_ns);
  // The stack may grow up to the memory limit. Filling it indicates infinite recursion.
  const bool stack_full = worker.hint == channel::Hint::fault && worker.number == 2;
  if (worker.hint == channel::Hint::memory ||
      (!stack_full && full(report) &&
       (signal == SIGSEGV || signal == SIGABRT || signal == SIGBUS || signal == SIGKILL)))
    return out_of_memory(report.memory_limit_bytes);
  // The worker's own handler names the call, unless signals are blocked, as they are while the C library starts a
  // program or, from glibc 2.41 on, forks.
  if (signal == SIGSYS)
    return {AGON_OUTCOME_FORBIDDEN,
            "it made a system call that the sandbox forbids" + where(report) +
                ". Most likely it started a process, as fork() and system() do, or a thread, which --threads allows"};
  if (signal == SIGKILL)
    return {AGON_OUTCOME_MEMORY, "the system killed it (SIGKILL): most likely the machine ran out of memory"};
  return {AGON_OUTCOME_CRASH, "it crashed" + where(report) + " (" + signal_name(signal) + fault_text(worker) + ")" +
                                  and_last_words(report)};
}

/// Returns the name of a system call on this machine: "execve", or "number 400" if it is unknown.
std::string system_call_name(int number) {
  const std::unique_ptr<char, decltype(&std::free)> name(::seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number),
                                                         &std::free);
  return name ? name.get() : "system call number " + std::to_string(number);
}

/// Returns which functions of the C library make a system call, where that is not plain.
std::string functions_with(int call) {
  if (call == SYS_tgkill) return ", as abort() and raise() do";
  if (call == SYS_dup) return ", as perror() does";
  return "";
}

/// Returns the outcome of a worker that exited.
Outcome worker_exited(const ExitReport& report) {
  const WorkerHints& worker = report.worker;
  switch (worker.hint) {
    case channel::Hint::forbidden:
      return {AGON_OUTCOME_FORBIDDEN, "it called " + system_call_name(worker.number) + where(report) +
                                          functions_with(worker.number) + ", which the sandbox forbids" +
                                          and_last_words(report)};
    case channel::Hint::memory:
      return out_of_memory(report.memory_limit_bytes);
    case channel::Hint::threw:
      return {AGON_OUTCOME_ERROR, "it threw an exception" + where(report) + ": " + worker.text};
    case channel::Hint::library:
      return {AGON_OUTCOME_LOAD, worker.text.empty() ? "it could not be loaded" : worker.text};
    default:
      return {AGON_OUTCOME_EXIT, "it called exit" + where(report) + " (status " + std::to_string(report.status) + ")" +
                                     and_last_words(report)};
  }
}

/// Returns the outcome of a program that the host ended for a reason that only programs have.
Outcome program_stopped(const ExitReport& report) {
  const ProgramState& program = *report.program;
  switch (report.killed) {
    case KillReason::start_cpu:
      return {AGON_OUTCOME_LOAD, "its start took more than " + in_seconds(program.start_limit_ns) +
                                     " of CPU time: the option start=SECONDS allows more"};
    case KillReason::start_wall:
      return {AGON_OUTCOME_LOAD, "it did not write '" + program.expected + "' within " +
                                     in_seconds(report.wall_limit_ns) +
                                     " by the clock: the option start=SECONDS allows more"};
    case KillReason::asleep:
      return {program.starting ? AGON_OUTCOME_LOAD : AGON_OUTCOME_STALL,
              "it has slept for " + in_seconds(program.asleep_ns) + ": " + instead(program)};
    case KillReason::tasks:
      return {AGON_OUTCOME_FORBIDDEN,
              "it started more than " + std::to_string(program.most_tasks) + " processes and threads"};
    case KillReason::unread:
    case KillReason::unread_in_turn:
      return {AGON_OUTCOME_STALL, "its input was full for " +
                                      in_seconds(report.killed == KillReason::unread ? unread_ns : unread_in_turn_ns) +
                                      ": it does not read it"};
    case KillReason::unsupervised:
      return {AGON_OUTCOME_CRASH, "its supervisor, the host's process that limits it, was killed or stopped"};
    case KillReason::line:
      return {AGON_OUTCOME_ERROR,
              "it wrote more than " + std::to_string(ProgramProcess::longest_line) + " bytes without a line break"};
    default:
      return program_ended(report);
  }
}

}  // namespace

Outcome classify_exit(const ExitReport& report) {
  if (report.program && !report.program->end.layer.empty())
    return {AGON_OUTCOME_LOAD, "its sandbox can't be put up: " + report.program->end.layer};
  if (report.program && report.program->end.refused) return not_run(*report.program, *report.program->end.refused);
  switch (report.killed) {
    case KillReason::cpu:
    case KillReason::turn_cpu: {
      Outcome outcome = report.killed == KillReason::cpu ? out_of_time(report.cpu_limit_ns, report.cpu_increments_ns)
                                                         : out_of_turn_time(report.turn_limit_ns);
      outcome.reason += where(report);
      return outcome;
    }
    case KillReason::wall:
      return too_slow(report);
    case KillReason::memory:
      return out_of_memory(report.memory_limit_bytes);
    case KillReason::idle:
      return {AGON_OUTCOME_TIME, "it used CPU time while no match was played"};
    case KillReason::idle_memory: {
      Outcome outcome = out_of_memory(report.memory_limit_bytes);
      outcome.reason += " while no match was played";
      return outcome;
    }
    case KillReason::damage:
      return {AGON_OUTCOME_ERROR, "it wrote over the memory that it shares with the host"};
    default:
      break;
  }
  if (report.program) return program_stopped(report);
  if (report.killed == KillReason::tasks) return {AGON_OUTCOME_FORBIDDEN, "it started more threads than it may have"};
  return report.exited ? worker_exited(report) : worker_killed(report);
}

WorkerHints hints_in(const channel::Channel& shared, std::int64_t peak_kib) {
  const std::string text = text_once(shared.text);
  return {.phase = static_cast<channel::Phase>(shared.phase.load()),
          .hint = static_cast<channel::Hint>(shared.hint.load()),
          .number = shared.number.load(),
          .text = text.empty() ? "without a word" : text,
          .peak_kib = peak_kib};
}

KillReason kill_reason(CpuBudget::Passed passed) {
  if (passed == CpuBudget::Passed::nothing) return KillReason::none;
  return passed == CpuBudget::Passed::turn ? KillReason::turn_cpu : KillReason::cpu;
}

Outcome out_of_budget(const CpuBudget& budget, CpuBudget::Passed passed) {
  if (passed == CpuBudget::Passed::nothing) return {};
  return passed == CpuBudget::Passed::turn ? out_of_turn_time(budget.turn_limit_ns())
                                           : out_of_time(budget.match_limit_ns(), budget.increments_ns());
}

Outcome out_of_memory(std::int64_t limit_bytes) {
  return {AGON_OUTCOME_MEMORY,
          limit_bytes > 0 ? "it ran out of its memory of " + in_mebibytes(limit_bytes) : "it ran out of memory"};
}

std::string unexpected_line(const std::string& line, const std::string& expected) {
  return "it wrote '" + shortened(line) + "', and the host expects " + expected;
}

std::string signal_name(int signal) {
  const char* const name = ::sigabbrev_np(signal);
  return name == nullptr ? "signal " + std::to_string(signal) : std::string("SIG") + name;
}

}  // namespace host

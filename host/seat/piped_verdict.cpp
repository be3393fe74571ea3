#include "host/seat/piped_verdict.hpp"

#include "host/plain.hpp"
#include "host/seat/verdict.hpp"
#include "host/text.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

namespace host {

namespace {

/// Returns the beginning of a text from the program, so that a sentence with it stays readable.
std::string shortened(const std::string& text) {
  constexpr std::size_t most = 120;
  const std::string shown = plain(text.substr(0, most));
  return text.size() > most ? shown + "..." : shown;
}

std::string and_last_words(const PipedEvidence& evidence) {
  return evidence.last_words.empty() ? "" : "; the end of its standard error: " + quoted_words(evidence.last_words);
}

/// Returns what the host waits for, and what it got instead.
std::string instead(const PipedEvidence& evidence) {
  const std::string bytes = counted(evidence.unfinished, "byte");
  if (evidence.unfinished > 0)
    return "the program is alive and has written " + bytes +
           " without a line break: end each message with one, and flush the output";
  if (!evidence.ignored.empty()) return unexpected_line(evidence.ignored, evidence.wanted);
  return "the host waits for '" + evidence.expected +
         "', and nothing has arrived: a program has to flush its output after each line";
}

/// Returns what a program that has ended wrote last, if no line break follows it.
std::string half_a_line(const PipedEvidence& evidence) {
  return evidence.unfinished == 0 ? ""
                                  : "; its last " + counted(evidence.unfinished, "byte") +
                                        " came without a line break: end each message with one";
}

std::string when(const PipedEvidence& evidence) {
  return evidence.starting ? " before it wrote 'ready'" : "";
}

Outcome not_run(const PipedEvidence& evidence) {
  const int error = *evidence.end.refused;
  std::string why = "it can't be run: " + std::string(std::strerror(error));
  if (error == ENOENT) why = "it can't be run: " + evidence.program + ", or its interpreter, is not there";
  if (error == ENOEXEC)
    why =
        "it can't be run: its first line names no interpreter, as #!/usr/bin/env python3 does, and it is no "
        "executable of this machine";
  if (error == EACCES)
    why = "it can't be run: " + evidence.program +
          " or its interpreter is not executable, or lies outside the folders that the sandbox opens (the option "
          "read=FOLDER opens another)";
  return {AGON_OUTCOME_LOAD, why};
}

Outcome of_its_own(const PipedEvidence& evidence) {
  const ProgramEnd& end = evidence.end;
  if (!end.ended)
    return {AGON_OUTCOME_EXIT, "it closed its output" + when(evidence) + ", and runs on" + half_a_line(evidence) +
                                   and_last_words(evidence)};
  if (end.exited)
    return {AGON_OUTCOME_EXIT, "it ended" + when(evidence) + ", with exit status " + std::to_string(end.number) +
                                   half_a_line(evidence) + and_last_words(evidence)};
  return {AGON_OUTCOME_CRASH, "it crashed" + when(evidence) + " (" + signal_name(end.number) + ")" +
                                  half_a_line(evidence) + and_last_words(evidence)};
}

Outcome too_slow_piped(const PipedEvidence& evidence) {
  const std::string clock = in_seconds(evidence.wall_limit_ns) + " by the clock";
  // On a busy machine, waiting for a core is no stall.
  if (evidence.cpu_used_ns > evidence.wall_used_ns / 2)
    return {AGON_OUTCOME_TIME,
            "it took more than " + clock + ", " + in_seconds(evidence.cpu_used_ns) + " of it CPU time"};
  return {AGON_OUTCOME_STALL, "it did not answer within " + clock + ": " + instead(evidence)};
}

}  // namespace

std::string unexpected_line(const std::string& line, const std::string& expected) {
  return "it wrote '" + shortened(line) + "', and the host expects " + expected;
}

Outcome piped_verdict(const PipedEvidence& evidence) {
  if (!evidence.end.layer.empty()) return {AGON_OUTCOME_LOAD, "its sandbox can't be put up: " + evidence.end.layer};
  if (evidence.end.refused) return not_run(evidence);
  switch (evidence.stop) {
    case Stop::cpu:
      return out_of_time(evidence.match_limit_ns, evidence.increments_ns);
    case Stop::turn_cpu:
      return out_of_turn_time(evidence.turn_limit_ns);
    case Stop::wall:
      return too_slow_piped(evidence);
    case Stop::start_cpu:
      return {AGON_OUTCOME_LOAD, "its start took more than " + in_seconds(evidence.start_limit_ns) +
                                     " of CPU time: the option start=SECONDS allows more"};
    case Stop::start_wall:
      return {AGON_OUTCOME_LOAD, "it did not write 'ready' within " + in_seconds(evidence.wall_limit_ns) +
                                     " by the clock: the option start=SECONDS allows more"};
    case Stop::asleep:
      return {evidence.starting ? AGON_OUTCOME_LOAD : AGON_OUTCOME_STALL,
              "it has slept for " + in_seconds(evidence.asleep_ns) + ": " + instead(evidence)};
    case Stop::memory:
      return out_of_memory(evidence.memory_limit_bytes);
    case Stop::tasks:
      return {AGON_OUTCOME_FORBIDDEN,
              "it started more than " + std::to_string(evidence.most_tasks) + " processes and threads"};
    case Stop::idle:
      return {AGON_OUTCOME_TIME, "it used CPU time while no match was played"};
    case Stop::line:
      return {AGON_OUTCOME_ERROR,
              "it wrote more than " + std::to_string(ProgramProcess::longest_line) + " bytes without a line break"};
    default:
      return of_its_own(evidence);
  }
}

}  // namespace host

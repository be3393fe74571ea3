// Determines a seat's outcome from what has become of its program. No I/O.
#pragma once

#include "host/program/process.hpp"
#include "host/seat/outcome.hpp"
#include "host/session/cpu_budget.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace host {

/// Why the host ended a program, if it did.
enum class Stop {
  none,
  cpu,         // of the match
  turn_cpu,    // of the turn
  wall,        // of the match
  start_cpu,   // of its start
  start_wall,  // of its start
  asleep,      // it waits for nothing that can come
  memory,
  tasks,
  idle,  // it used CPU time while no match was played
  line   // a line is too long
};

/// All evidence for the verdict.
struct PipedEvidence {
  ProgramEnd end;
  Stop stop = Stop::none;
  bool starting = false;            // it has not yet written "ready"
  std::string program;              // its name
  std::string expected;             // the message for which the host waits: "action"
  std::string ignored;              // the last line that the host has not understood; empty: none
  std::string wanted;               // what the host expects in place of that line
  std::string last_words;           // of its standard error, as last_words(); empty: none
  std::size_t unfinished = 0;       // bytes after the last line end
  std::int64_t cpu_used_ns = 0;     // in this match, or for the start
  std::int64_t match_limit_ns = 0;  // of CPU time, including increments
  std::int64_t increments_ns = 0;
  std::int64_t turn_limit_ns = 0;
  std::int64_t start_limit_ns = 0;
  std::int64_t wall_used_ns = 0;
  std::int64_t wall_limit_ns = 0;
  std::int64_t asleep_ns = 0;
  std::int64_t memory_limit_bytes = 0;
  int most_tasks = 0;
};

/// Returns the outcome of a program that gives no answer, because it has ended or was ended.
Outcome piped_verdict(const PipedEvidence& evidence);

/// Returns a sentence about a line that is not the expected message, as "it wrote 'x', and the host expects 'y'".
std::string unexpected_line(const std::string& line, const std::string& expected);

}  // namespace host

// The attacks of a program on a pipe (program.c), and how each match ends.
#pragma once

#include <string>
#include <vector>

namespace hostile {

struct ProgramAttack {
  std::string name;
  std::vector<std::string> kinds;   // of its outcome
  std::string reason;               // part of it
  bool needs_sandbox = false;       // only the sandbox refuses it
  bool waits = false;               // it takes seconds without using the processor
  std::vector<std::string> more{};  // of the host's options
};

const std::vector<ProgramAttack>& program_attacks();

}  // namespace hostile

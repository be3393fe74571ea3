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

  /// Returns the limit of CPU time in seconds: short where it may end the attack, else above what an emulated machine
  /// takes.
  [[nodiscard]] double seconds() const;
};

const std::vector<ProgramAttack>& program_attacks();
/// Those that hide CPU time or memory (program_hiding.c). One that succeeds, or can't be tried, plays an illegal
/// action.
const std::vector<ProgramAttack>& hiding_attacks();

/// Those on what programs share with the rest of the machine (program_neighbours.c): each is refused.
const std::vector<ProgramAttack>& neighbour_attacks();

/// Limits this process and all that it starts to 1000 processes more than the user has now, so that an attack that gets
/// past the limits does not take the machine down. The kernel excepts root; the attacks limit themselves, too.
void limit_processes();

}  // namespace hostile

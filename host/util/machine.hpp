// The machine that plays matches.
#pragma once

#include <string>

namespace host {

/// What results tell about the machine that has played them.
struct Machine {
  std::string name;  // its host name, or the one that its user has given
  std::string cpu;   // the model of its processor; "unknown" if the system does not tell
  double speed = 0;  // of a core: million steps a second of a 64-bit linear congruential generator

  bool operator==(const Machine&) const = default;
};

/// Returns this machine. Its speed is measured at the first call.
const Machine& this_machine();

}  // namespace host

// The machine that plays matches.
#pragma once

#include <string>

namespace host {

/// What results tell about the machine that has played them.
struct Machine {
  std::string name;  // its host name, or the one that its user has given
  std::string cpu;   // the model of its processor; "unknown" if the system does not tell
  double speed = 0;  // of a core; see core_speed()

  bool operator==(const Machine&) const = default;
};

/// Returns the machine's host name.
std::string machine_name();

/// Returns the model of its processor; "unknown" if the system does not tell.
std::string cpu_model();

/// Measures the speed of one core for 20 ms: million steps a second of a 64-bit linear congruential generator. The
/// figure shows only whether a machine is slower than others of its model.
double core_speed();

/// Returns this machine. Its speed is measured at the first call.
const Machine& this_machine();

}  // namespace host

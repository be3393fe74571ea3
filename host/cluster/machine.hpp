// What a machine tells a cluster about itself.
#pragma once

#include <string>

namespace host::cluster {

/// Returns the machine's host name.
std::string machine_name();

/// Returns the model of its processor; "unknown" if the system does not tell.
std::string cpu_model();

/// Measures the speed of one core for 50 ms: million steps a second of a 64-bit linear congruential generator. The
/// figure shows only whether a machine is slower than others of its model.
double core_speed();

}  // namespace host::cluster

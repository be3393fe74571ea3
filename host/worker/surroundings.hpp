// State of the whole process, which belongs to its host: a library must not change it.
#pragma once

#include "host/validate/calls.hpp"

namespace host::worker {

/// Writes texts that describe the environment, the locale, the working directory, the signal handlers, the open files,
/// and the floating-point modes, in this order. A text changes only if its subject is changed.
void write_surroundings(validate::Writer& to);

}  // namespace host::worker

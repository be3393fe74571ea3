// What belongs to the whole process, and so to its host: a library leaves it alone.
#pragma once

#include "host/validate/calls.hpp"

namespace host::worker {

/// Writes texts that stay the same as long as nobody changes the environment, the locale, the current folder, how
/// signals are handled, which files are open, and how floating-point numbers are calculated with, in this order.
void write_surroundings(validate::Writer& to);

}  // namespace host::worker

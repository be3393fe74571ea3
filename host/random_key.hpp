// Keys and tokens that nobody can guess.
#pragma once

#include <string>

namespace host {

/// Returns 128 bits of the system's random generator as 32 hexadecimal digits. Throws Failure(internal) if the system
/// gives none. Thread-safe.
std::string random_key();

}  // namespace host

// State of the whole process, which belongs to its host: a library must not change it.
#pragma once

#include <string>
#include <vector>

namespace host::validate {

/// Returns texts that describe the environment, the locale, the working directory, the signal handlers, the open files,
/// and the floating-point modes, in this order. A text changes only if its subject is changed.
std::vector<std::string> process_environment();

}  // namespace host::validate

// Files that a child process inherits.
#pragma once

#include "host/descriptor.hpp"

#include <string>

namespace host {

/// Throws Failure(internal), with the reason in errno: "can't make a pipe for a worker: too many open files".
[[noreturn]] void fail_to_start(const std::string& owner, const std::string& what);

/// Moves a descriptor above those that a child process starts with. `owner` is for messages: "a worker". Throws
/// Failure(internal).
Descriptor moved_up(Descriptor file, const std::string& owner);

/// Makes a file in memory, with a descriptor above those that a child process starts with. Throws Failure(internal).
Descriptor memory_file(const char* name, unsigned flags, const std::string& owner);

}  // namespace host

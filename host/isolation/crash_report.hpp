// Hints that a worker writes into the shared memory when something ends it.
#pragma once

#include "host/isolation/channel.hpp"

#include <string_view>

namespace host::sandbox {

/// Sets where hints are written. Before this call, none are written.
void leave_hints_in(channel::Channel& shared);

/// Writes the hint and ends the process.
[[noreturn]] void give_up(channel::Hint hint, std::string_view text);

/// From now on, an uncaught exception leaves a hint, and operator new leaves one if it fails.
void catch_exceptions();

/// From now on, faults and forbidden system calls leave a hint.
void catch_signals();

}  // namespace host::sandbox

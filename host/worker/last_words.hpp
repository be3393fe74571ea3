// What a worker leaves for the host when something ends it: hints in the shared memory.
#pragma once

#include "host/seat/channel.hpp"

#include <string_view>

namespace host::worker {

/// Where hints go from now on. Before, there are none.
void leave_hints_in(channel::Channel& shared);

/// Ends the process.
[[noreturn]] void give_up(channel::Hint hint, std::string_view text);

/// From now on, what ends the process leaves a hint: forbidden system calls, faults, exceptions that nobody catches.
/// And operator new says when there is no memory.
void catch_failures();

}  // namespace host::worker

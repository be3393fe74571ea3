// What a worker leaves for the host when something ends it: hints in the shared memory.
#pragma once

#include "host/seat/channel.hpp"

#include <string_view>

namespace host::sandbox {

/// Where hints go from now on. Before, there are none.
void leave_hints_in(channel::Channel& shared);

/// Ends the process.
[[noreturn]] void give_up(channel::Hint hint, std::string_view text);

/// From now on, an exception that nobody catches leaves a hint, and operator new says when there is no memory.
void catch_exceptions();

/// From now on, faults and forbidden system calls leave a hint.
void catch_signals();

}  // namespace host::sandbox

// Answers system calls in place of the kernel, inside the handler of the signal that a filter sends for them.
//
// A filter sees numbers, not the texts that pointers lead to. A call that is harmless for some texts only, or that
// honest programs make and that tells too much, always traps, and is answered here. It gets nothing that the process
// could not get by the calls that the filter allows.
#pragma once

#include <csignal>

namespace host::sandbox {

/// Answers the call that trapped: the interrupted code then goes on as if the kernel had answered. Returns whether it
/// did. Safe inside a signal handler.
bool emulated(const siginfo_t& trap, void* context);

}  // namespace host::sandbox

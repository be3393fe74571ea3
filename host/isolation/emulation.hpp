// Answers system calls instead of the kernel, inside the handler of the signal that a filter sends.
//
// A filter sees numbers, but not the strings that pointers refer to. Some calls are harmless only for some strings.
// Others are used by honest programs but reveal too much. Both kinds always trap and are answered here. The process
// gets nothing that it could not get by the calls that the filter allows.
#pragma once

#include <csignal>

namespace host::sandbox {

/// Whether workers answer trapped calls instead of the kernel. This requires that the registers of this processor's
/// system calls are known.
#if defined(__x86_64__) || defined(__aarch64__)
constexpr bool can_emulate = true;
#else
constexpr bool can_emulate = false;
#endif

/// Answers the trapped call, so that the interrupted code continues as if the kernel had answered. Returns whether it
/// did. Async-signal-safe.
bool emulated(const siginfo_t& trap, void* context);

}  // namespace host::sandbox

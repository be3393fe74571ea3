// What a process does first that the host has started with GameChild.
#pragma once

#include "host/arena/messages.hpp"

namespace host::arena {

/// Returns the memory that this process shares with the host. Programs that this process starts inherit neither it nor
/// the socket. Call it once. If the memory can't be mapped, ends the process.
SharedStatus& shared_status();

/// Ends this process one second after the host has ended or closed `socket`, and at once if the game closes it. Until
/// then, the main thread, which notices the host's end itself, can end the workers and what they have started. Throws
/// Failure(internal).
void watch_host(int socket);

}  // namespace host::arena

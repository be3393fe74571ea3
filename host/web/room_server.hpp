// The process of a room: the server starts it for each match that browsers look at.
#pragma once

#include "host/web/lobby.hpp"

#include <filesystem>
#include <string>

namespace host {

/// Opens the room that the server orders, and answers requests until the server closes the socket. The process must
/// have been started by ViewProcess. `database` and `game` are as for Shelf. Returns the exit code.
int serve_room(Lobby& lobby, const std::filesystem::path& database, const std::string& game);

}  // namespace host

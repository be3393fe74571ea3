// The process of a view: the server starts it for each match that browsers look at.
#pragma once

#include "host/web/match_factory.hpp"

#include <filesystem>
#include <string>

namespace host {

/// Opens the view that the server orders, and answers requests until the server closes the socket. The process must
/// have been started by ViewProcess. `database` and `game` are as for MatchRegistry. Matches of files
/// have their lines in the file `trace`, unless its name is empty. Returns the exit code.
int serve_view(MatchFactory& factory, const std::filesystem::path& database, const std::string& game,
               const std::string& trace);

}  // namespace host

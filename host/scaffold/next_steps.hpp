// What to type after `host new`, so that it can be copied as it stands: from the folder that the user is in, with the
// paths that this host needs.
#pragma once

#include "host/plugin/catalogue.hpp"

#include <string>
#include <vector>

namespace host {

/// How the user called this program: "host", "agon", or a path.
std::string called_as();

/// The same for a command that is typed in another folder: a path becomes an absolute one.
std::string called_anywhere();

/// Commands that build the new project, play with it, and do one more useful thing.
std::vector<std::string> strategy_steps(const Catalogue& catalogue, const GameFile& game, const std::string& id);
std::vector<std::string> game_steps(const std::string& id);

}  // namespace host

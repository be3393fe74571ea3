// Checks the names of new strategies and games.
#pragma once

#include <string>

namespace host {

/// Throws Failure(usage) unless `id` is a valid id of the ABI. `what` is "a strategy" or "a game".
void check_id(const std::string& id, const std::string& what);

/// Does the same for a game, whose id also becomes a namespace and a part of C names.
void check_game_id(const std::string& id);

}  // namespace host

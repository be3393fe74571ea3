// Which names a new strategy or game may have.
#pragma once

#include <string>

namespace host {

/// Throws Failure(usage) unless `id` is an id of the ABI's. `what` is "a strategy" or "a game".
void check_id(const std::string& id, const std::string& what);

/// Likewise, for a game: its id becomes a namespace and part of C names, too.
void check_game_id(const std::string& id);

}  // namespace host

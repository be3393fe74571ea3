// Loads the examined library, or a game beside it, in a process of a check's own (apart.hpp).
#pragma once

#include "host/plugin/shared_object.hpp"
#include "host/validate/check.hpp"

#include <agon/plugin.h>

#include <string>

namespace host::validate {

/// Readies this process for the library of the case: one that holds strategies alone is kept in the sandbox from now
/// on; one that holds a game runs as games do, in an ordinary process. Returns what to load it by.
std::string readied(const Case& examined);

/// Loads the library of the case, which stays loaded.
SharedObject& load(const Case& examined, const std::string& from);
SharedObject& load(const Case& examined);

/// The game of the case, which stays loaded. Throws Failure where it can't be.
const Game& load_game(const Case& examined);

}  // namespace host::validate

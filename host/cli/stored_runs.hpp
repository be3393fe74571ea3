// The runs of a database, as --run and --game choose them.
#pragma once

#include "host/cli/options.hpp"
#include "host/store/store.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace host {

/// Returns the database of --db, that of the league in --league, or the default one.
std::filesystem::path database_of(const Values& values);

/// Returns the runs of the game, or all if it is empty; at least one. Throws Failure(usage), naming `file`, if there is
/// none.
std::vector<StoredRun> runs_of(Store& store, const std::string& game, const std::string& file);

/// Returns the run with that number; for "", "latest" and "all", the latest one that is no search. Throws
/// Failure(usage), naming `file`, if there is none.
const StoredRun& chosen_run(const std::vector<StoredRun>& runs, const std::string& which, const std::string& file);

}  // namespace host

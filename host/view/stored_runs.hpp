// The runs of the results database, as JSON for pages.
#pragma once

#include "host/store/stored_match.hpp"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace host {

/// Returns all runs, the newest first; none if the database does not exist. Throws Failure(database).
nlohmann::ordered_json runs_json(const std::filesystem::path& database);

/// Returns a run with its matches, and the data of its page of standings; `all`: of the standings of all runs of its
/// game. Throws Failure.
nlohmann::ordered_json run_json(const std::filesystem::path& database, RunId run, bool all);

}  // namespace host

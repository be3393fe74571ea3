// The runs of the results database, as JSON for pages.
#pragma once

#include "host/store/stored_match.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace host {

/// Returns all runs, the newest first; none if the database does not exist. Throws Failure(database).
nlohmann::ordered_json runs_json(const std::filesystem::path& database);

/// Returns a run with its standings, the strategies against each other, and its matches. Throws Failure.
nlohmann::ordered_json run_json(const std::filesystem::path& database, RunId run);

}  // namespace host

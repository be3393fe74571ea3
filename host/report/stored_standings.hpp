// Runs and standings of the results database: of a run, or of all runs of its game; as JSON for pages, too.
#pragma once

#include "host/report/standings_page.hpp"
#include "host/stats/plackett_luce.hpp"
#include "host/store/store.hpp"
#include "host/tournament/participant_rows.hpp"
#include "host/tournament/standings.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// Selects the matches of the run, or all of its game but those of searches.
Filter filter_of(const StoredRun& run, bool all);

/// Returns the table of the matches; without rows if there is none.
StandingsTable compute(Store& store, const StoredRun& run, const Filter& filter, const Standings::Options& options,
                       const std::optional<RatingAnchor>& anchor = {});

/// Returns the game's names of its seats; empty if it has none, or is not found.
std::vector<std::string> seat_names_of(const std::string& game);

/// Calls `take` for each two strategies that are compared.
void for_each_pair(
    Store& store, const Filter& filter, const StandingsTable& table,
    const std::function<void(std::uint64_t seed, const stats::PlayerScore&, const stats::PlayerScore&)>& take);

/// Returns what writes commands for the matches of these runs; `program` is the host's name in them.
StoredCommands commands_of(const std::vector<StoredRun>& runs, std::string_view program);

/// Returns what the page of the table shows beside it.
StandingsPage page_of(const std::vector<StoredRun>& runs, const StoredRun& run, bool all, const StandingsTable& table);

/// Returns all runs, the newest first; none if the database does not exist. Throws Failure(database).
nlohmann::ordered_json runs_json(const std::filesystem::path& database);

/// Returns a run with its matches, and the data of its page of standings; `all`: of the standings of all runs of its
/// game. Throws Failure.
nlohmann::ordered_json run_json(const std::filesystem::path& database, RunId id, bool all);

}  // namespace host

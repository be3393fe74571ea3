// Command lines that replay stored matches, quoted for a shell. again.hpp has those for a run in memory.
#pragma once

#include "host/tournament/breakdown.hpp"

#include <string>

namespace host {

/// Returns the command that replays, records and shows the match. The game's path, the limits and the strategies' paths
/// come from the command line of its run; the rest comes from the stored match. `program` is the name under which the
/// host was called. Returns "" if two strategies of the command line have the same name, so that their seats are
/// unknown.
std::string stored_match_again(const MatchReference& match, const std::string& run, const std::string& program);

/// Returns whether the run with this command line is the search of 'tune': its points are no players to be ranked.
bool is_search(const std::string& run);

/// Returns the secret of a run, which its command line has: that of --secret, or the one that follows from the key of
/// random seeds. "" if it has none.
std::string stored_secret(const std::string& run);

}  // namespace host

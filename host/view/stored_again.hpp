// Command lines that play again what the database has of a match, as a shell takes them. again.hpp has those of a run
// that is still known.
#pragma once

#include "host/tournament/breakdown.hpp"

#include <string>

namespace host {

/// What plays the match again, records it and shows it: from the command line of its run, which has the game's path,
/// the limits and the strategies' paths. What is not there comes from what is stored of the match. `program` is how the
/// host is called. Empty where two of the command line's strategies have the same name, so that it does not say which
/// one sat where.
std::string stored_match_again(const MatchReference& match, const std::string& run, const std::string& program);

}  // namespace host

// Formats the result of one match.
#pragma once

#include "host/match/transcript.hpp"
#include "host/plugin/description.hpp"

#include <string>

namespace host {

/// Returns "mygame, seed 7, n=10".
std::string title(const Transcript& transcript);

/// Returns a row for each seat: strategy, score, contest score, usage, outcome.
std::string match_table(const Transcript& transcript, const GameDescription& game);

/// Returns one line: seed, parameters, each seat's strategy and score, failures.
std::string match_line(const Transcript& transcript, const GameDescription& game);

}  // namespace host

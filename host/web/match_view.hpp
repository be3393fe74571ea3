// The header of a match for the client, and a page that shows one match without a server.
#pragma once

#include "host/match/transcript.hpp"
#include "host/web/steps.hpp"

#include <string>

namespace host {

/// Returns the header of a match as JSON: game, setup, seats, number of steps, plot, and the result. `problem` is a
/// sentence for the reader, or empty.
std::string match_header(const Transcript& transcript, const GameDescription& game, const Steps& steps,
                         const std::string& problem = "");

/// Returns one self-contained HTML page of a match: the client's code, and the data. It loads nothing else.
std::string match_page(const Transcript& transcript, const GameDescription& game, const Steps& steps,
                       const std::string& problem = "");

}  // namespace host

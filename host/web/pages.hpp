// Pages with the client's style and scripts that need no server.
#pragma once

#include "host/match/transcript.hpp"
#include "host/view/html.hpp"
#include "host/web/steps.hpp"

#include <string>

namespace host {

/// Returns one self-contained HTML page of a match: the client's code, and the data. `problem` is a sentence for the
/// reader, or empty.
std::string match_page(const Transcript& transcript, const GameDescription& game, const Steps& steps,
                       const std::string& problem = "");

/// Returns the style of pages of tables, and the script that sorts the tables.
PageLook page_look();

}  // namespace host

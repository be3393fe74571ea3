// Pages with the client's style and scripts that need no server.
#pragma once

#include "host/match/transcript.hpp"
#include "host/web/steps.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace host {

/// Returns one self-contained HTML page of a match: the client's code, and the data. `problem` is a sentence for the
/// reader, or empty.
std::string match_page(const Transcript& transcript, const GameDescription& game, const Steps& steps,
                       const std::string& problem = "");

/// Returns one self-contained HTML page of a report: that of standings_page() or tuning_page().
std::string report_page(const nlohmann::ordered_json& report);

}  // namespace host

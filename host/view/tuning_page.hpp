// The data of the page of a tuning, which the page's script draws (web/client/tuning.js).
#pragma once

#include "host/view/tuning_report.hpp"

#include <string>

namespace host {

/// Returns tuning_json(), and what the page shows beside it. `check`: the text of the comparison on other seeds; empty
/// if it was not played. `command`: the one that plays the best point that is known, of which `advice` says
/// what it is.
nlohmann::ordered_json tuning_page(const TuningReport& report, const std::string& check, const std::string& advice,
                                   const Words& command);

}  // namespace host

// The page of a tuning: plots of the search, the options, their effects, and the check.
#pragma once

#include "host/view/html.hpp"
#include "host/view/tuning_report.hpp"

#include <string>

namespace host {

/// Returns a self-contained page. `check`: the text of the comparison on other seeds; empty if it was not played.
/// `command`: the command line that plays the best point that is known, of which `advice` says what it is. `look`: that
/// of the browser's client.
std::string tuning_page(const TuningReport& report, const std::string& check, const std::string& advice,
                        const std::string& command, const PageLook& look);

}  // namespace host

// Plays a run and shows it: boards, results, progress, the final table.
#pragma once

#include "host/cli/run_request.hpp"

namespace host {

/// Plays the plan, stores and shows the results, and returns the exit code.
int play_and_show(const RunPlan& plan, const RunDisplay& display);

}  // namespace host

// A run on the screen: boards, results, progress, the table at the end.
#pragma once

#include "host/cli/run_request.hpp"

namespace host {

/// Plays the plan, keeps and shows it, and returns the exit code.
int play_and_show(const RunPlan& plan, const RunDisplay& display);

}  // namespace host

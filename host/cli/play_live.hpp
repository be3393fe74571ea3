// Plays one match with people, takeovers or new builds, and shows it.
#pragma once

#include "host/cli/live_request.hpp"
#include "host/cli/run_request.hpp"

namespace host {

/// Plays the plan's only match, shows and records it, and returns the exit code: Exit::interrupted if the match was
/// left before its end.
int play_live(const RunPlan& plan, const RunDisplay& display, LiveRequest request, const Catalogue& catalogue);

}  // namespace host

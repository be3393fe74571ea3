// Plays a run on other machines.
#pragma once

#include "host/tournament/run.hpp"

#include <cstddef>

namespace host {

/// Plays the plan with plan.cluster, which is set; otherwise as play_run(). The observer sees the matches in the order
/// of the schedule, so that neither fast machines nor short matches can influence where a sequential test stops.
std::size_t play_on_cluster(const RunPlan& plan, const RunObserver& observer);

}  // namespace host

// Divides a run into parts that are played separately, as on several machines.
#pragma once

#include "host/tournament/run.hpp"

#include <string>

namespace host {

/// Returns 32 bytes that identify the run: equal only for equal strategies, conditions and schedules.
std::string run_identity(const RunPlan& plan);

/// Reduces the plan to the part that `text` selects, as "2/4": the second of four. All parts together play every match
/// once. Must be called when the plan is complete. Throws Failure(usage).
void take_shard(RunPlan& plan, const std::string& text);

}  // namespace host

// Plays a comparison of two strategies: for `compare` and its like.
#pragma once

#include "host/cli/played_run.hpp"
#include "host/stats/elo.hpp"
#include "host/tournament/comparison.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace host {

struct ComparisonRun {
  PlayedRun run;
  ComparisonResult result;
  std::vector<ComparedSeed> seeds;  // those that were completed
};

/// Sets the schedule of the plan, which has two participants, and what a comparison knows of it: both play all of
/// plan.seeds.list, in all orders of seats.
void schedule_comparison(RunPlan& plan, ComparisonOptions& options);

/// Plays the plan.
ComparisonRun play_comparison(const RunPlan& plan, const RunDisplay& display, const ComparisonOptions& options);

/// Returns the comparison_report() with advice, unless the display is quiet, and with the failures of the run.
Report full_report(const RunPlan& plan, const RunDisplay& display, const ComparisonRun& played);

/// Returns the test of --sprt; --alpha is the probability of either error. Throws Failure(usage).
stats::Sprt sprt_of(const Values& values);

}  // namespace host

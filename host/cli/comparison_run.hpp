// Plays a comparison of two strategies: for `compare`, and for the check at the end of `tune`.
#pragma once

#include "host/cli/kept_run.hpp"
#include "host/stats/elo.hpp"
#include "host/tournament/comparison.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace host {

struct ComparisonRun {
  KeptRun run;
  ComparisonResult result;
  std::vector<ComparedSeed> seeds;  // those that were completed
};

/// Sets the schedule of the plan, which has two participants, and what a comparison knows of it: both play all of
/// plan.seeds.list, in all orders of seats.
void schedule_comparison(RunPlan& plan, ComparisonOptions& options);

/// Plays the plan. `shown`: the largest number of gains and losses in the result.
ComparisonRun play_comparison(const RunPlan& plan, const RunDisplay& display, const ComparisonOptions& options,
                              std::size_t shown);

/// Returns the comparison_report() with advice, unless the display is quiet, and with the failures of the run.
Report full_report(const RunPlan& plan, const RunDisplay& display, const ComparisonRun& played);

/// Returns the test of --sprt, --alpha and --beta. `model` is the kind of Elo, for messages. Throws Failure(usage).
stats::Sprt sprt_of(const Values& values, const std::string& model);

}  // namespace host

// The options of `tune`.
#pragma once

#include "host/cli/run_request.hpp"
#include "host/tune/tuning.hpp"

#include <boost/program_options.hpp>

#include <cstdint>
#include <vector>

namespace host {

struct TuneRequest {
  RunPlan plan;                      // entrants: the start; then the strategy of --against, if any. Without a schedule
  std::vector<std::uint64_t> seeds;  // of the tuning
  Seeds check;                       // the seeds of the check: none of them is in `seeds`
  Space space;
  TuningOptions options;
};

void add_tune_options(Options& options);

/// Throws Failure.
TuneRequest read_tune(const boost::program_options::variables_map& values, const Arguments& arguments,
                      const Catalogue& catalogue);

/// Returns the plan of the check, without its schedule. Its entrants are the start twice: the first is to be replaced.
RunPlan check_plan(const TuneRequest& request);

}  // namespace host

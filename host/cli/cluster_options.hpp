// The options of runs on a cluster.
#pragma once

#include "host/cli/options.hpp"
#include "host/tournament/run.hpp"

#include <boost/program_options.hpp>

namespace host {

/// Adds --cluster and --lease.
void add_cluster_options(Options& options);

/// If --cluster is given, lets the plan be played there. Must be called after read_database(). Throws Failure(usage).
void read_cluster(const boost::program_options::variables_map& values, RunPlan& plan);

}  // namespace host

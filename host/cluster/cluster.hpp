// Plays runs on many machines, through a PostgreSQL database: docs/cluster.md.
#pragma once

#include "host/tournament/run.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace host {

/// Refuses the URL of a database that libpq does not understand, or that contains a password: other users of the
/// machine can see a command line. Throws Failure(usage), also if this build lacks clusters.
void check_cluster(const std::string& url);

/// Puts the run into the database, where the arenas of the cluster find it. `lease` is about how long a machine plays
/// until it returns results; a machine that is silent for three times as long has failed. The plan must exist as long
/// as the result. The part `recheck` of the matches, from 0 to 1, is played by two machines and compared. Throws
/// Failure(cluster) if the database can't be used, and Failure(usage) if the run can't be played on other machines.
std::unique_ptr<OpenRun> open_cluster(const RunPlan& plan, const std::string& url, std::chrono::milliseconds lease,
                                      double recheck);

/// What one machine does for a cluster.
struct ClusterMachine {
  std::string url;
  std::string machine;   // its name; empty: the host name
  std::size_t jobs = 1;  // matches at a time
};

/// Plays matches for the runs in the database until `should_stop` returns true. Then returns unfinished leases to the
/// database. Throws Failure(cluster) if the database can't be used at the start. Later, waits until it can be used
/// again.
void serve_cluster(const ClusterMachine& arena, const std::function<bool()>& should_stop);

}  // namespace host

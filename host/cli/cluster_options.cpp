#include "host/cli/cluster_options.hpp"

#include "host/cli/run_request.hpp"
#include "host/cluster/cluster.hpp"
#include "host/failure.hpp"
#include "host/text.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace host {

namespace po = boost::program_options;

namespace {

std::chrono::milliseconds read_lease(const po::variables_map& values) {
  constexpr double usual = 10;
  constexpr double least = 0.1;
  constexpr double most = 600;
  const double seconds = values.count("lease") == 0 ? usual : values["lease"].as<double>();
  if (!(seconds >= least && seconds <= most))
    throw Failure(Exit::usage, "--lease " + decimal(seconds) + ": it takes seconds, from 0.1 to 600");
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

double read_recheck(const po::variables_map& values) {
  constexpr double usual = 1;
  const double percent = values.count("recheck") == 0 ? usual : values["recheck"].as<double>();
  if (!(percent >= 0 && percent <= 100))
    throw Failure(Exit::usage, "--recheck " + decimal(percent) + ": it takes a percentage, from 0 to 100");
  return percent / 100;
}

}  // namespace

void add_cluster_options(Options& options) {
  po::options_description& group = options.group(cluster_options);
  group.add_options()("cluster", po::value<std::string>()->value_name("URL"),
                      "play on the machines that run 'host arena' with the same URL of a PostgreSQL database");
  group.add_options()("lease", po::value<double>()->value_name("SECONDS"),
                      "with --cluster: about how long a machine plays until it returns results (default: 10)");
  group.add_options()("recheck", po::value<double>()->value_name("PERCENT"),
                      "with --cluster: how many matches a second machine plays, too, to compare results (default: 1)");
}

void read_cluster(const po::variables_map& values, RunPlan& plan) {
  if (values.count("cluster") == 0) {
    for (const char* const option : {"lease", "recheck"}) {
      if (values.count(option) != 0)
        throw Failure(Exit::usage, std::string("--") + option + " goes with --cluster alone");
    }
    return;
  }
  for (const char* const option : {"jobs", "shard"}) {
    if (values.count(option) != 0)
      throw Failure(Exit::usage, std::string("--") + option + " does not go with --cluster: each arena has its --jobs");
  }
  const std::string url = text_of(values, "cluster");
  check_cluster(url);
  plan.cluster = [url, lease = read_lease(values), recheck = read_recheck(values)](const RunPlan& whole) {
    return open_cluster(whole, url, lease, recheck);
  };
}

}  // namespace host

// The cluster of a build without libpq. CMake compiles it instead of the other files of this folder.
#include "host/cluster/cluster.hpp"
#include "host/util/failure.hpp"

namespace host {

namespace {

[[noreturn]] void refuse() {
  throw Failure(Exit::usage,
                "this build of Agon has no --cluster, because libpq was missing: install it (Debian: "
                "libpq-dev), delete the build folder, and build again");
}

}  // namespace

void check_cluster(const std::string&) {
  refuse();
}

std::unique_ptr<OpenRun> open_cluster(const RunPlan&, const std::string&, std::chrono::milliseconds, double) {
  refuse();
}

void serve_cluster(const ClusterMachine&, const std::function<bool()>&) {
  refuse();
}

}  // namespace host

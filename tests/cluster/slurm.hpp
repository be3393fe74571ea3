// A Slurm cluster of two nodes with one core each, all on this machine, in a folder of its own.
#pragma once

#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cluster_test {

/// Returns whether the programs of Slurm and munge are installed. If not, prints that the test is skipped.
bool has_slurm();

class Slurm {
 public:
  /// Starts the controller and the daemons of node1 and node2 as the test's user, and waits until both nodes are idle.
  /// Throws std::runtime_error with the daemons' messages if they are not after five minutes.
  Slurm();
  Slurm(const Slurm&) = delete;
  Slurm& operator=(const Slurm&) = delete;
  ~Slurm();

  /// Runs one of Slurm's commands in the cluster's folder. Returns its output without the last line's end; throws
  /// std::runtime_error if it fails.
  std::string run(std::vector<std::string> words, const std::map<std::string, std::string>& environment = {}) const;

  /// Kills the node's daemon and all that runs on it, as a power failure does.
  void kill(const std::string& node);

  /// Starts the node's daemon.
  void start(const std::string& node);

  /// Returns the output of the jobs and the messages of the daemons.
  [[nodiscard]] std::string messages() const;

 private:
  [[nodiscard]] support::Command command(std::vector<std::string> words) const;
  void kill_jobs(const std::string& node) const;

  support::TemporaryFolder folder_;
  std::map<std::string, std::unique_ptr<support::Process>> daemons_;  // by node, and "munged" and "slurmctld"
};

}  // namespace cluster_test

// The results that the host of a run has received, until they are delivered.
#pragma once

#include "host/cluster/payload.hpp"
#include "host/tournament/cluster_run.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace host::cluster {

/// A lease stays in the cluster's database until all of its results are delivered, so that none is lost with the host.
class ResultBuffer {
 public:
  /// Adds the results of a lease.
  void add(std::int64_t lease, const std::vector<LeasedMatch>& leased, std::vector<PlayedMatch>&& matches);
  /// Asks for a match; indices ascend. Returns whether its result has come already. A result is ready once it has come
  /// and was asked for.
  bool request(std::size_t index);
  /// Returns the results that have become ready since the last call.
  std::vector<ClusterMatch> take();
  [[nodiscard]] bool has_ready() const { return !ready_.empty(); }

  /// Returns the leases that have results here.
  [[nodiscard]] std::vector<std::int64_t> leases() const;
  /// Removes and returns the leases of which all results are delivered: those below the index `delivered`.
  std::vector<std::int64_t> forget(std::size_t delivered);

  /// Removes leases with these indices, and results that take() has not returned.
  void withdraw(const std::set<std::size_t>& indices);
  /// Removes all, and begins with the first match again.
  void restart() { *this = {}; }

 private:
  std::map<std::int64_t, std::vector<std::size_t>> leases_;
  std::vector<ClusterMatch> ready_;
  std::map<std::size_t, PlayedMatch> early_;  // not yet asked for
  std::size_t next_ = 0;                      // the next index to be asked for
};

}  // namespace host::cluster

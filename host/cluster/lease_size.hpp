// Chooses the number of matches in a lease, so that it takes about a given time. No I/O.
#pragma once

#include <cstddef>
#include <cstdint>

namespace host::cluster {

class LeaseSize {
 public:
  explicit LeaseSize(std::int64_t lease_ns) : lease_ns_(lease_ns) {}

  /// Returns the size of the next lease, at least 1, if `left` matches of the schedule are in no lease and the cluster
  /// plays `slots` matches at a time: the last leases are short, so that all machines end at about the same time.
  [[nodiscard]] std::size_t next(std::size_t left, std::size_t slots) const;

  /// Adds the measurement of a lease: its matches, the time that they took, and the bytes of their results.
  void add(std::size_t matches, std::int64_t busy_ns, std::size_t bytes);

 private:
  std::int64_t lease_ns_;
  std::size_t size_ = 1;
  double match_ns_ = 0;
  double match_bytes_ = 0;
};

}  // namespace host::cluster

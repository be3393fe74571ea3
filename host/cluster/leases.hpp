// The leases of a run as its host sees them: how large they are, and which have results here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

namespace host::cluster {

/// Chooses the number of matches in a lease, so that it takes about a given time.
class LeaseSize {
 public:
  explicit LeaseSize(std::int64_t lease_ns) : lease_ns_(lease_ns) {}

  /// Returns the size of the next lease, at least 1, if `left` matches of the schedule are in no lease and the cluster
  /// plays `slots` matches at a time: the last leases are short, so that all machines end at about the same time.
  [[nodiscard]] std::size_t next(std::size_t left, std::size_t slots) const {
    const std::size_t share = left / (2 * std::max<std::size_t>(slots, 1));
    return std::max<std::size_t>(1, std::min(size_, share));
  }

  /// Adds the measurement of a lease: its matches, the time that they took, and the bytes of their results.
  void add(std::size_t matches, std::int64_t busy_ns, std::size_t bytes) {
    constexpr double most_bytes = 1 << 24;  // of the results of a lease
    constexpr std::size_t most_matches = 20'000;
    constexpr std::size_t most_growth = 4;
    constexpr double weight = 0.3;  // of the latest measurement
    if (matches == 0) return;
    const auto count = static_cast<double>(matches);
    const auto measure = [&](double& mean, double sum) {
      const double now = std::max(1.0, sum / count);
      mean = mean == 0 ? now : mean + weight * (now - mean);
    };
    measure(match_ns_, static_cast<double>(busy_ns));
    measure(match_bytes_, static_cast<double>(bytes));
    const double fitting = std::min(static_cast<double>(lease_ns_) / match_ns_, most_bytes / match_bytes_);
    // The first matches of an arena take longer than others, so a measurement of few of them says little.
    const std::size_t most = std::min(most_matches, most_growth * std::max(size_, matches));
    size_ = std::clamp<std::size_t>(static_cast<std::size_t>(fitting), 1, most);
  }

 private:
  std::int64_t lease_ns_;
  std::size_t size_ = 1;
  double match_ns_ = 0;
  double match_bytes_ = 0;
};

/// The leases that have results here, until all of these are delivered.
class HeldLeases {
 public:
  void add(std::int64_t lease, std::size_t index) {
    leases_[lease].push_back(index);
    held_.insert(index);
  }

  void clear() {
    leases_.clear();
    held_.clear();
  }

  /// Forgets and returns the leases of which a match does, or none does, what `is_one` asks.
  std::vector<std::int64_t> forget_if(const std::function<bool(std::size_t index)>& is_one, bool any) {
    std::vector<std::int64_t> forgotten;
    std::erase_if(leases_, [&](const auto& lease) {
      if (std::ranges::any_of(lease.second, is_one) != any) return false;
      forgotten.push_back(lease.first);
      for (const std::size_t index : lease.second) held_.erase(index);
      return true;
    });
    return forgotten;
  }

  [[nodiscard]] bool has_match(std::size_t index) const { return held_.contains(index); }
  [[nodiscard]] std::size_t size() const { return leases_.size(); }
  [[nodiscard]] std::vector<std::int64_t> ids() const {
    std::vector<std::int64_t> all;
    for (const auto& [lease, indices] : leases_) all.push_back(lease);
    return all;
  }

 private:
  std::map<std::int64_t, std::vector<std::size_t>> leases_;  // the indices of their matches
  std::set<std::size_t> held_;                               // all these indices
};

}  // namespace host::cluster

#include "host/cluster/result_buffer.hpp"

#include <algorithm>
#include <utility>

namespace host::cluster {

void ResultBuffer::add(std::int64_t lease, const std::vector<LeasedMatch>& leased, std::vector<PlayedMatch>&& matches) {
  std::vector<std::size_t>& indices = leases_[lease];
  for (std::size_t i = 0; i < leased.size(); ++i) {
    const std::size_t index = leased[i].index;
    indices.push_back(index);
    if (index < next_) {
      ready_.push_back({index, std::move(matches[i])});
    } else {
      early_.emplace(index, std::move(matches[i]));
    }
  }
}

bool ResultBuffer::request(std::size_t index) {
  next_ = index + 1;
  const auto found = early_.find(index);
  if (found == early_.end()) return false;
  ready_.push_back({index, std::move(found->second)});
  early_.erase(found);
  return true;
}

std::vector<ClusterMatch> ResultBuffer::take() {
  return std::exchange(ready_, {});
}

std::vector<std::int64_t> ResultBuffer::leases() const {
  std::vector<std::int64_t> all;
  for (const auto& [lease, indices] : leases_) all.push_back(lease);
  return all;
}

std::vector<std::int64_t> ResultBuffer::forget(std::size_t delivered) {
  std::vector<std::int64_t> over;
  std::erase_if(leases_, [&](const auto& lease) {
    const bool is_over =
        std::all_of(lease.second.begin(), lease.second.end(), [&](std::size_t index) { return index < delivered; });
    if (is_over) over.push_back(lease.first);
    return is_over;
  });
  return over;
}

void ResultBuffer::withdraw(const std::set<std::size_t>& indices) {
  std::erase_if(ready_, [&](const ClusterMatch& match) { return indices.contains(match.index); });
  std::erase_if(early_, [&](const auto& match) { return indices.contains(match.first); });
  std::erase_if(leases_, [&](const auto& lease) {
    return std::any_of(lease.second.begin(), lease.second.end(),
                       [&](std::size_t index) { return indices.contains(index); });
  });
}

}  // namespace host::cluster
